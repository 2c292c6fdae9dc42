"""Checks of values where they are built: each raises InputError naming the field, the rule and the value."""

from numbers import Integral

from playground.errors import InputError


def one_of(field: str, value: object, known: tuple[object, ...]) -> None:
    """`value` must be one of `known`."""
    # `1 == True`: the types must agree too
    if not any(type(value) is type(choice) and value == choice for choice in known):
        raise InputError(f"{field} must be one of {', '.join(map(repr, known))}, not {value!r}.")


def whole_number(field: str, value: object, least: int, most: int) -> int:
    """`value` as an int; numpy's whole numbers count, truth values do not."""
    if isinstance(value, Integral) and not isinstance(value, bool) and least <= int(value) <= most:
        return int(value)
    raise InputError(f"{field} must be a whole number from {least:,} to {most:,}, not {value!r}.")
