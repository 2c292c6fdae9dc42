"""`python -m tests.golden`: write the golden files anew."""

from tests.golden import write

write()
