"""Every keyword ability of CR 702 is read, with its number, cost or quality."""

from __future__ import annotations

from manaproof.bridge.abilities import Ability, Keyword
from manaproof.bridge.oracle.compile import compiled, read_line

KEYWORDS = """
Deathtouch; Defender; Double Strike; Enchant creature; Equip {2}{G}; First Strike; Flash; Flying; Haste;
Hexproof; Indestructible; Intimidate; Landwalk; Lifelink; Protection from red; Reach; Shroud; Trample;
Vigilance; Ward {2}{G}; Banding; Rampage 2; Cumulative Upkeep {2}{G}; Flanking; Phasing; Buyback {2}{G};
Shadow; Cycling {2}{G}; Echo {2}{G}; Horsemanship; Fading 2; Kicker {2}{G}; Flashback {2}{G}; Madness {2}{G};
Fear; Morph {2}{G}; Amplify 2; Provoke; Storm; Affinity for artifacts; Entwine {2}{G}; Modular 2; Sunburst;
Bushido 2; Soulshift 2; Splice onto Arcane {2}; Elf Offering; Ninjutsu {2}{G}; Epic; Convoke; Dredge 2;
Transmute {2}{G}; Bloodthirst 2; Haunt; Replicate {2}{G}; Graft 2; Recover {2}{G}; Ripple 2; Split Second;
Suspend 2—{2}{G}; Vanishing 2; Absorb 2; Aura Swap {2}{G}; Delve; Fortify {2}{G}; Frenzy 2; Gravestorm;
Poisonous 2; Transfigure {2}{G}; Champion a creature; Changeling; Evoke {2}{G}; Hideaway 2; Prowl {2}{G};
Reinforce 2—{2}{G}; Conspire; Persist; Wither; Retrace; Devour 2; Exalted; Unearth {2}{G}; Cascade;
Annihilator 2; Level Up {2}{G}; Rebound; Umbra Armor; Infect; Battle Cry; Living Weapon; Undying; Miracle
{2}{G}; Soulbond; Overload {2}{G}; Scavenge {2}{G}; Unleash; Cipher; Evolve; Extort; Fuse; Bestow {2}{G};
Tribute 2; Dethrone; Hidden Agenda; Outlast {2}{G}; Prowess; Dash {2}{G}; Exploit; Menace; Renown 2; Awaken
2—{2}{G}; Devoid; Ingest; Myriad; Surge {2}{G}; Skulk; Emerge {2}{G}; Escalate {2}{G}; Melee; Crew 2;
Fabricate 2; Partner; Undaunted; Improvise; Aftermath; Embalm {2}{G}; Eternalize {2}{G}; Afflict 2; Ascend;
Assist; Jump-Start; Mentor; Afterlife 2; Riot; Spectacle {2}{G}; Escape {2}{G}; Companion; Mutate {2}{G};
Encore {2}{G}; Boast {2}{G}; Foretell {2}{G}; Demonstrate; Disturb {2}{G}; Decayed; Cleave {2}{G}; Training;
Compleated; Reconfigure {2}{G}; Blitz {2}{G}; Casualty 2; Enlist; Read Ahead; Ravenous; Squad {2}{G}; Space
Sculptor; Prototype {2}{G}; Living Metal; More Than Meets the Eye {2}{G}; For Mirrodin!; Toxic 2; Backup 2;
Bargain; Craft with artifact {2}; Disguise {2}{G}; Plot {2}{G}; Saddle 2; Spree; Freerunning {2}{G}; Gift;
Offspring {2}{G}; Impending 2—{2}{G}; Exhaust {2}{G}; Start Your Engines!; Harmonize {2}{G}; Mobilize 2; Job
Select; Tiered; Station; Warp {2}{G}; Mayhem {2}{G}; Web-slinging {2}{G}; Firebending 2; Sneak {2}{G};
Increment; Paradigm; Power-up {2}{G}; Teamwork 2; Daybound; Nightbound
"""
"""An instance of each in the order of CR 702.

Forecast and max speed only introduce abilities; visit, solved and infinity are not read: they stand on Attractions,
Cases and cards of no kind that is read here.
"""


def test_every_keyword_ability_is_read() -> None:
    lines = [one.strip() for one in KEYWORDS.replace("\n", " ").split(";")]
    assert len(lines) > 185
    unread = [line for line in lines if read_line(line) is None]
    assert unread == []
    found: list[Ability] = [ability for line in lines for ability in compiled(line)]
    assert all(isinstance(ability, Keyword) for ability in found)
