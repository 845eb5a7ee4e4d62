"""Changes that continuous effects make (CR 611, 613), layer by layer, and rules-changing statics (CR 613.10-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, Self

import clingo
from pydantic import Field, model_validator

from . import verbs
from .amounts import Amount
from .base import Color, Natural, Node, Word, fold
from .casting import AsThoughFlash, CostAtLeast, CostLess, CostMore, MayCast
from .filters import Filter, PlayerRef

if TYPE_CHECKING:
    from .ability import Ability


def _words(functor: str, values: tuple[str, ...]) -> clingo.Symbol:
    return clingo.Function(functor, [fold("and", [clingo.Function(v.lower()) for v in values])])


class ChangeController(Node):
    """Layer 2: a player controls it ("you control enchanted creature")."""

    tag = "change"
    functor = "controller"
    change: Literal["controller"] = "controller"
    who: PlayerRef = "you"


class AddTypes(Node):
    """Layer 4: it has types, supertypes and subtypes in addition to its other ones.

    The subtype ``chosen`` is the type chosen for the source of the effect.
    """

    tag = "change"
    folds = True
    change: Literal["add_types"] = "add_types"
    types: tuple[Word, ...] = ()
    supertypes: tuple[Word, ...] = ()
    subtypes: tuple[Word, ...] = ()

    def term(self) -> clingo.Symbol:
        """``add_types(and(type(land), subtype(swamp)))``."""
        tests = [
            clingo.Function(functor, [clingo.Function(v.lower())])
            for functor, values in (("type", self.types), ("supertype", self.supertypes), ("subtype", self.subtypes))
            for v in values
        ]
        return clingo.Function("add_types", [fold("and", tests)])


class SetLandTypes(Node):
    """Layer 4: the land's subtype becomes these basic land types (CR 305.7).

    ``chosen`` is the basic land type chosen for the source of the effect.
    """

    tag = "change"
    folds = True
    change: Literal["set_land_types"] = "set_land_types"
    subtypes: tuple[Word, ...] = Field(min_length=1)

    def term(self) -> clingo.Symbol:
        """``set_land_types(and(mountain, forest))``."""
        return _words("set_land_types", self.subtypes)


class AddBasicLandTypes(Node):
    """Layer 4: every basic land type in addition to its other types."""

    tag = "change"
    functor = "add_basic_land_types"
    change: Literal["add_basic_land_types"] = "add_basic_land_types"


class SetTypes(Node):
    """Layer 4: it is these card types and loses all other card types and subtypes.

    Without card types it keeps those it has, and the subtypes replace those of their kind (CR 205.1a).
    """

    tag = "change"
    folds = True
    change: Literal["set_types"] = "set_types"
    types: tuple[Word, ...] = ()
    subtypes: tuple[Word, ...] = ()

    @model_validator(mode="after")
    def _sets_something(self) -> Self:
        if not self.types and not self.subtypes:
            raise ValueError("this sets no type; add 'types' or 'subtypes'")
        return self

    def term(self) -> clingo.Symbol:
        """``set_types(and(type(creature), subtype(frog)))``."""
        tests = [clingo.Function("type", [clingo.Function(v)]) for v in self.types]
        tests += [clingo.Function("subtype", [clingo.Function(v)]) for v in self.subtypes]
        return clingo.Function("set_types", [fold("and", tests)])


class LoseLandTypes(Node):
    """Layer 4: it loses all land types."""

    tag = "change"
    functor = "lose_land_types"
    change: Literal["lose_land_types"] = "lose_land_types"


class SetColors(Node):
    """Layer 5: it is these colours (none: colourless)."""

    tag = "change"
    folds = True
    change: Literal["set_colors"] = "set_colors"
    colors: tuple[Color, ...] = ()

    def term(self) -> clingo.Symbol:
        """``set_colors(and(w, u))``, ``set_colors(none)``."""
        return _words("set_colors", self.colors)


class AddColors(Node):
    """Layer 5: it is these colours in addition to its other colours."""

    tag = "change"
    folds = True
    change: Literal["add_colors"] = "add_colors"
    colors: tuple[Color, ...] = Field(min_length=1)

    def term(self) -> clingo.Symbol:
        """``add_colors(and(w, u))``."""
        return _words("add_colors", self.colors)


class GainAbility(Node):
    """Layer 6: it has an ability."""

    tag = "change"
    change: Literal["gain_ability"] = "gain_ability"
    ability: Ability

    def term(self) -> clingo.Symbol:
        """``gain_ability(id)``: the ability's id is given by its content, see ``facts``."""
        from .facts import ability_id

        return clingo.Function("gain_ability", [ability_id(self.ability)])


class LoseAbilities(Node):
    """Layer 6: it loses all abilities."""

    tag = "change"
    functor = "lose_abilities"
    change: Literal["lose_abilities"] = "lose_abilities"


class LoseNonmanaAbilities(Node):
    """Layer 6: it loses all abilities except mana abilities (CR 605.1)."""

    tag = "change"
    functor = "lose_nonmana_abilities"
    change: Literal["lose_nonmana_abilities"] = "lose_nonmana_abilities"


class SetPowerToughness(Node):
    """Layer 7a when it defines a characteristic (CR 604.3), else 7b: power and toughness are these."""

    tag = "change"
    functor = "set_power_toughness"
    change: Literal["set_power_toughness"] = "set_power_toughness"
    power: Amount
    toughness: Amount


class ModifyPowerToughness(Node):
    """Layer 7c: +N/+M."""

    tag = "change"
    functor = "modify_power_toughness"
    change: Literal["modify_power_toughness"] = "modify_power_toughness"
    power: Amount
    toughness: Amount


class SwitchPowerToughness(Node):
    """Layer 7d."""

    tag = "change"
    functor = "switch_power_toughness"
    change: Literal["switch_power_toughness"] = "switch_power_toughness"


class Cant(Node):
    """Something can't happen to, or be done with, the objects (CR 101.2, 614.17)."""

    tag = "change"
    functor = "cant"
    change: Literal["cant"] = "cant"
    what: Literal[
        "attack",
        "block",
        "be_blocked",
        "untap_in_untap_step",
        "activate_abilities",
        "be_targeted",
        "have_counters",
        "enter",
        "be_sacrificed",
        "attack_alone",
        "attack_with_others",
        "transform",
        "be_countered",
        "have_damage_prevented",
    ]


class Must(Node):
    """A requirement to attack or block if able (CR 508.1d, 509.1c): anything, or an object of a filter."""

    tag = "change"
    functor = "must"
    change: Literal["must"] = "must"
    what: Literal["attack", "block"]
    whom: Filter | None = None


class BlockLimit(Node):
    """The objects can't be blocked by creatures of a filter, or by others, or can block only such (CR 509.1b)."""

    tag = "change"
    functor = "block_limit"
    change: Literal["block_limit"] = "block_limit"
    how: Literal["blocked_by", "blocked_except_by", "blocks_only"]
    whom: Filter


class AttackLimit(Node):
    """No more than so many creatures can attack each combat (CR 508.1c)."""

    tag = "change"
    functor = "attack_limit"
    change: Literal["attack_limit"] = "attack_limit"
    number: Natural


class AttackCost(Node):
    """The objects can't attack unless their controller pays so much generic mana for each (CR 508.1d, 508.1h).

    They can't attack you, or you and planeswalkers you control.
    """

    tag = "change"
    functor = "attack_cost"
    change: Literal["attack_cost"] = "attack_cost"
    mana: Natural
    protects: Literal["you", "you_and_planeswalkers"] = "you"


class CantAttack(Node):
    """The objects can't attack you, or you and planeswalkers you control (CR 508.1c)."""

    tag = "change"
    functor = "cant_attack"
    change: Literal["cant_attack"] = "cant_attack"
    protects: Literal["you", "you_and_planeswalkers"] = "you"


class PlayerCant(Node):
    """A player can't do or suffer something (CR 101.2): lose the game, win the game, gain life..."""

    tag = "change"
    functor = "player_cant"
    change: Literal["player_cant"] = "player_cant"
    who: PlayerRef
    what: Literal["lose_game", "win_game", "gain_life", "pay_life", "draw", "cast", "play_land", "activate", "untap"]


class KeepMana(Node):
    """A player does not lose unspent mana of some type as steps and phases end."""

    tag = "change"
    functor = "keep_mana"
    change: Literal["keep_mana"] = "keep_mana"
    who: PlayerRef = "you"
    type: Literal["W", "U", "B", "R", "G", "C"] | None = None


class UnsupportedChange(Node):
    """A static effect nobody has encoded."""

    tag = "change"
    functor = "unsupported"
    change: Literal["unsupported"] = "unsupported"
    text: str


Change = Annotated[
    ChangeController
    | AddTypes
    | SetLandTypes
    | AddBasicLandTypes
    | SetTypes
    | LoseLandTypes
    | SetColors
    | AddColors
    | GainAbility
    | LoseAbilities
    | LoseNonmanaAbilities
    | SetPowerToughness
    | ModifyPowerToughness
    | SwitchPowerToughness
    | Cant
    | Must
    | BlockLimit
    | AttackLimit
    | AttackCost
    | CantAttack
    | PlayerCant
    | KeepMana
    | CostMore
    | CostLess
    | CostAtLeast
    | MayCast
    | AsThoughFlash
    | verbs.Restriction
    | verbs.PlayerRule
    | verbs.AbilityCost
    | UnsupportedChange,
    Field(discriminator="change"),
]
