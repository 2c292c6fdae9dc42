"""The one exception whose message is written for the person at the page."""


class InputError(ValueError):
    """A setting, text or file that cannot be used.

    Its message is one plain sentence that names what is wrong and what would be right; it is shown as it stands.
    Any other exception is a fault of the program and goes to the log.
    """
