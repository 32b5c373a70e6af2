"""Options of techniques: what they take, and that a wrong one is named."""

from dataclasses import dataclass
from math import nan

import pytest

from edgematch.search import technique
from edgematch.search.options import (
    OptionError,
    choice,
    defaults,
    make_technique,
    number,
    option_meanings,
    option_named,
    options_of,
    parse_options,
)
from edgematch.search.technique import Technique


@dataclass(frozen=True)
class Toy(Technique):
    """A technique with an option of every kind."""

    name = "toy"

    rule: str = choice("plain", ("plain", "fancy"))
    """A word."""
    top_depth: int = number(3, 1, 9)
    """A whole number,
    in a range."""
    heat: float = number(0.5, 0)
    """A number with no upper limit."""
    title: str = "none"
    """Any text."""
    eager: bool = False
    """A truth value."""

    def start(self, request):
        raise NotImplementedError


GOOD = {"rule": "fancy", "top_depth": 9, "heat": 0, "title": "a=b", "eager": True}


def test_options_are_the_fields_with_their_defaults_and_texts():
    assert [each.name for each in options_of(Toy)] == list(GOOD)
    assert defaults(Toy) == {
        "rule": "plain",
        "top_depth": 3,
        "heat": 0.5,
        "title": "none",
        "eager": False,
    }
    assert options_of(Toy)[0].choices == ("plain", "fancy")
    assert option_meanings(Toy)["top_depth"] == "A whole number, in a range."


def test_values_in_range_are_taken():
    made = make_technique(Toy, GOOD)
    assert made == Toy(**GOOD)
    assert make_technique(Toy, {"top-depth": 4}) == Toy(top_depth=4)
    assert Toy(heat=10**9).heat == 10**9


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("rule", "odd", "one of plain, fancy"),
        ("rule", 3, "text"),
        ("title", None, "text"),
        ("top_depth", 0, "from 1 to 9"),
        ("top_depth", 10, "from 1 to 9"),
        ("top_depth", 3.0, "a whole number"),
        ("top_depth", True, "a whole number"),
        ("top_depth", "3", "a whole number"),
        ("heat", -0.1, "at least 0"),
        ("heat", nan, "at least 0"),
        ("heat", "1", "a number"),
        ("heat", True, "a number"),
        ("eager", 1, "true or false"),
        ("eager", "true", "true or false"),
    ],
)
def test_a_wrong_value_is_refused_with_its_option(name, value, rule):
    with pytest.raises(OptionError, match=f"option {name} must be {rule}") as caught:
        Toy(**{name: value})
    assert caught.value.option == name


def test_a_long_value_is_not_repeated_in_full():
    with pytest.raises(OptionError) as caught:
        Toy(rule="x" * 10_000)
    assert len(str(caught.value)) < 200


def test_an_unknown_option_is_refused_with_those_there_are():
    known = "rule, top_depth, heat, title, eager"
    for refuse in (
        lambda: make_technique(Toy, {"rul": "plain"}),
        lambda: option_named(Toy, "rul"),
        lambda: parse_options(Toy, ["rul=plain"]),
    ):
        with pytest.raises(OptionError, match="toy has no option 'rul'") as e:
            refuse()
        assert e.value.option == "rul"
        assert str(e.value).endswith(known)
    with pytest.raises(OptionError, match=r"exact has no option 'seed'.*none"):
        technique("exact", "optimize", seed=3)


def test_key_and_value_on_the_command_line():
    texts = ["rule=fancy", "top-depth=9", "heat=1e-3", "title=a=b", "eager=true"]
    values = parse_options(Toy, texts)
    assert values == {**GOOD, "heat": 0.001}
    assert parse_options(Toy, ["title="]) == {"title": ""}
    assert parse_options(Toy, ["eager=true", "eager=false"]) == {"eager": False}


@pytest.mark.parametrize(
    ("text", "name", "rule"),
    [
        ("rule", "rule", "expected KEY=VALUE"),
        ("top_depth=3.5", "top_depth", "a whole number"),
        ("top_depth=", "top_depth", "a whole number"),
        ("heat=warm", "heat", "a number"),
        ("eager=yes", "eager", "true or false"),
        ("eager=True", "eager", "true or false"),
    ],
)
def test_a_text_that_is_no_value_is_refused_with_its_option(text, name, rule):
    with pytest.raises(OptionError, match=rule) as caught:
        parse_options(Toy, [text])
    assert caught.value.option == name


@pytest.mark.parametrize(
    ("engine", "goal", "options", "name"),
    [
        ("color-pairs", "solve", {"shaving": "some"}, "shaving"),
        ("repair", "optimize", {"smallest": 9, "largest": 8}, "smallest"),
        ("repair", "optimize", {"coldest": 2.0, "hottest": 1.0}, "coldest"),
        ("repair", "optimize", {"shapes": "one,square"}, "shapes"),
    ],
)
def test_rules_of_a_technique_name_the_option_too(engine, goal, options, name):
    with pytest.raises(OptionError) as caught:
        technique(engine, goal, **options)
    assert caught.value.option == name
