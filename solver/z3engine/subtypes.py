"""Which subtypes belong to which card type (CR 205.3), for effects that change types (205.1a, 205.3d, 305.7)."""

from __future__ import annotations

from manaproof.bridge.abilities import word


def _words(text: str) -> frozenset[str]:
    return frozenset(word(one) for one in text.split(","))


LAND_TYPES = _words(
    "Cave, Desert, Forest, Gate, Island, Lair, Locus, Mine, Mountain, Plains, Planet, Power-Plant, Sphere, "
    "Swamp, Tower, Town, Urza's"
)
ARTIFACT_TYPES = _words(
    "Attraction, Blood, Bobblehead, Book, Clue, Contraption, Equipment, Food, Fortification, Gold, Incubator, "
    "Infinity, Junk, Lander, Map, Mutagen, Powerstone, Spacecraft, Stone, Treasure, Vehicle, Vibranium"
)
ENCHANTMENT_TYPES = _words(
    "Aura, Background, Cartouche, Case, Class, Curse, Plan, Role, Room, Rune, Saga, Shard, Shrine"
)
PLANESWALKER_TYPES = _words(
    "Ajani, Aminatou, Angrath, Arlinn, Ashiok, Bahamut, Basri, Bolas, Calix, Chandra, Comet, Dack, Dakkon, "
    "Daretti, Davriel, Dellian, Dihada, Domri, Dovin, Ellywick, Elminster, Elspeth, Estrid, Freyalise, Garruk, "
    "Gideon, Grist, Guff, Huatli, Jace, Jared, Jaya, Jeska, Kaito, Karn, Kasmina, Kaya, Kiora, Koth, Liliana, "
    "Lolth, Lukka, Minsc, Mordenkainen, Nahiri, Narset, Niko, Nissa, Nixilis, Oko, Quintorius, Ral, Rowan, "
    "Saheeli, Samut, Sarkhan, Serra, Sivitri, Sorin, Szat, Tamiyo, Tasha, Teferi, Teyo, Tezzeret, Tibalt, "
    "Tyvar, Ugin, Urza, Venser, Vivien, Vraska, Vronos, Will, Windgrace, Wrenn, Xenagos, Yanggu, Yanling, "
    "Zariel"
)
SPELL_TYPES = _words("Adventure, Arcane, Lesson, Omen, Trap")
BATTLE_TYPES = _words("Siege")

_SETS: dict[str, frozenset[str]] = {
    "land": LAND_TYPES,
    "artifact": ARTIFACT_TYPES,
    "enchantment": ENCHANTMENT_TYPES,
    "planeswalker": PLANESWALKER_TYPES,
    "instant": SPELL_TYPES,
    "sorcery": SPELL_TYPES,
    "battle": BATTLE_TYPES,
}


def card_types_of(subtype: str) -> frozenset[str]:
    """The card types that a subtype is correlated with; a word on no other list is a creature type (CR 205.3m)."""
    found = frozenset(card_type for card_type, words in _SETS.items() if subtype in words)
    return found or frozenset(("creature", "kindred"))


def fits(subtype: str, card_types: frozenset[str]) -> bool:
    """Whether an object of these card types can have the subtype (CR 205.3d)."""
    return not card_types_of(subtype).isdisjoint(card_types)


def same_set(left: str, right: str) -> bool:
    """Whether two subtypes are of one set, so that setting one replaces the other (CR 205.1a)."""
    return card_types_of(left) == card_types_of(right)
