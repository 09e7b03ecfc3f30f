"""The least that plain Python must do for a random match: numbers only, no checks, no events.

The yardstick of `bench.engine_speed`. Every choice is one `random()`, in the order of the engine's
legal actions, so that an engine fed with the same numbers plays the same match
(`tests/engine/test_minimal.py`).
"""

from random import Random

# Agent Avenue, simple mode, two players.

COPIES = (6, 6, 6, 6, 6, 6, 1, 1)
CODEBREAKER, DAREDEVIL = 2, 4
STEPS = (
    (0, -1, 6, -1, -1, -1, -1),
    (0, 1, 2, 3, 3, 3, 3),
    (0, 0, 0, 0, 0, 0, 0),
    (0, -1, -1, -2, -2, -2, -2),
    (0, 2, 3, 0, 0, 0, 0),
    (0, 0, 2, 6, 6, 6, 6),
    (0, 4),
    (0, -3),
)
CARDS = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
PAIRS = [
    [(up, down) for up in range(names) for down in range(names) if up != down or names == 1]
    for names in range(9)
]
"""Number of names in a hand -> which two of them can be played."""


def agent_avenue(rng: Random) -> int:
    """Returns the winner."""
    random = rng.random
    deck = CARDS.copy()
    rng.shuffle(deck)
    hands = [deck[0:4], deck[4:8]]
    drawn = 8
    discards = [4, 4]
    in_play = [[0] * 8, [0] * 8]
    gap = 7  # from player 0's meeple forward to player 1's; the other gap is 14 - gap
    active = int(random() * 2)
    while True:
        other = 1 - active
        hand = hands[active]
        while True:
            names = list(set(hand))  # ascending, as sets of numbers below 8 are
            pairs = PAIRS[len(names)]
            may_discard = len(names) if discards[active] and drawn < 38 else 0
            choice = int(random() * (may_discard + len(pairs)))
            if choice >= may_discard:
                break
            discards[active] -= 1
            hand.remove(names[choice])
            hand.append(deck[drawn])
            drawn += 1
        first, second = pairs[choice - may_discard]
        up, down = names[first], names[second]
        hand.remove(up)
        hand.remove(down)
        missing = 4 - len(hand)
        if missing > 0 and drawn < 38:
            hand += deck[drawn : drawn + missing]
            drawn += missing
        taken, left = (up, down) if random() < 0.5 else (down, up)
        mine, theirs = in_play[active], in_play[other]
        mine[left] += 1
        theirs[taken] += 1
        change = STEPS[left][mine[left]] - STEPS[taken][theirs[taken]]
        gap += change if active else -change
        mine_wins = (14 - gap if active else gap) <= 0 or mine[CODEBREAKER] > 2
        theirs_wins = (gap if active else 14 - gap) <= 0 or theirs[CODEBREAKER] > 2
        mine_loses = mine[DAREDEVIL] > 2
        theirs_loses = theirs[DAREDEVIL] > 2
        if mine_wins or theirs_wins or mine_loses or theirs_loses:
            tie = (
                (mine_wins and theirs_wins)
                or (mine_loses and theirs_loses)
                or (mine_wins and mine_loses)
                or (theirs_wins and theirs_loses)
            )
            return active if tie or mine_wins or theirs_loses else other
        if drawn >= 38 and len(hands[other]) < 2:
            if gap == 7:
                return active
            return 0 if gap < 7 else 1
        active = other


# Agent Avenue, advanced mode, two players.

SENTINEL, CORNERS, HOMES = 5, (3, 6, 10, 13), (1, 8)
GETAWAY_CAR, LEADER_OF_THE_PACK, MASTERPLAN, SECURITY_SYSTEM = 4, 5, 6, 7
OUTPOST, SECRET_RECRUIT, DOUBLE_TROUBLE, SMOKE_SCREEN, SPYCATION, MIND_CONTROL = range(8, 14)
MARKET = list(range(15))  # the ongoing cards are the first eight; the last is Surveillance Truck
CHANGED = {  # ongoing card -> whose steps it changes, and to what
    0: (3, (0, 1, 1, 2, 2, 2, 2)),
    1: (1, (0, 3, 4, 5, 5, 5, 5)),
    2: (0, (0, -2, 12, -2, -2, -2, -2)),
    3: (2, (0, 3, 3, 3, 3, 3, 3)),
}


def agent_avenue_advanced(rng: Random) -> int:
    """Returns the winner."""
    random = rng.random
    deck, market = CARDS.copy(), MARKET.copy()
    rng.shuffle(deck)
    rng.shuffle(market)
    hands = [deck[0:4], deck[4:8]]
    drawn = 8
    supply, revealed = market[:3], 3
    discards = [4, 4]
    in_play = [[0] * 8, [0] * 8]
    ongoing = [[False] * 8, [False] * 8]
    steps = [list(STEPS), list(STEPS)]
    gaps, spaces = [7, 7], [1, 8]
    active = int(random() * 2)
    while True:
        other = 1 - active
        hand = hands[active]
        while True:
            names = list(set(hand))
            pairs = PAIRS[len(names)]
            may_discard = len(names) if discards[active] and drawn < 38 else 0
            choice = int(random() * (may_discard + len(pairs)))
            if choice >= may_discard:
                break
            discards[active] -= 1
            hand.remove(names[choice])
            hand.append(deck[drawn])
            drawn += 1
        first, second = pairs[choice - may_discard]
        up, down = names[first], names[second]
        hand.remove(up)
        hand.remove(down)
        missing = 4 - len(hand)
        if missing > 0 and drawn < 38:
            hand += deck[drawn : drawn + missing]
            drawn += missing
        taken, left = (up, down) if random() < 0.5 else (down, up)
        in_play[other][taken] += 1
        in_play[active][left] += 1
        landings: list[int] = []
        for team, agent in ((other, taken), (active, left)):
            move = steps[team][agent][in_play[team][agent]]
            if move:
                gaps[team] -= move
                gaps[1 - team] += move
                spaces[team] = (spaces[team] - 1 + move) % 14 + 1
                if spaces[team] in HOMES and ongoing[team][GETAWAY_CAR]:
                    gaps[team] -= 3
                    gaps[1 - team] += 3
                    spaces[team] = (spaces[team] + 2) % 14 + 1
                if spaces[team] in CORNERS:
                    landings.insert(0, team)
        while landings and supply:
            team = landings.pop(0)
            place = int(random() * len(supply)) if len(supply) > 1 else 0
            card = supply[place]
            if revealed < 15:
                supply[place] = market[revealed]
                revealed += 1
            else:
                del supply[place]
            if card < OUTPOST:
                ongoing[team][card] = True
                if card in CHANGED:
                    agent, changed = CHANGED[card]
                    steps[team][agent] = changed
                continue
            hand, own, theirs = hands[team], in_play[team], in_play[1 - team]
            agent, move = -1, 0
            if card == OUTPOST:
                agent = SENTINEL if SENTINEL in hand else -1
            elif card == SECRET_RECRUIT:
                names = [name for name in set(hand) if not own[name]]
                if names:
                    agent = names[int(random() * len(names)) if len(names) > 1 else 0]
            elif card == DOUBLE_TROUBLE:
                names = [name for name in set(hand) if hand.count(name) > 1]
                if names:
                    agent = names[int(random() * len(names)) if len(names) > 1 else 0]
            elif card == SMOKE_SCREEN:
                if drawn < 38:
                    agent = deck[drawn]
                    drawn += 1
                    hand.append(agent)
            elif card == SPYCATION:
                names = [name for name in range(8) if own[name]]
                if names:
                    choice = int(random() * (2 * len(names)))
                    name = names[choice // 2]
                    own[name] -= 1
                    hand.append(name)
                    agent = -1 if choice % 2 else name
            elif card == MIND_CONTROL:
                names = [name for name in range(8) if theirs[name]]
                if names:
                    name = names[int(random() * len(names)) if len(names) > 1 else 0]
                    theirs[name] -= 1
                    hand.append(name)
            else:
                move = 1
            if agent >= 0:
                hand.remove(agent)
                own[agent] += 1
                move = steps[team][agent][own[agent]]
                missing = 4 - len(hand)
                if missing > 0 and drawn < 38:
                    hand += deck[drawn : drawn + missing]
                    drawn += missing
            if move:  # as above: to call a function would take longer
                gaps[team] -= move
                gaps[1 - team] += move
                spaces[team] = (spaces[team] - 1 + move) % 14 + 1
                if spaces[team] in HOMES and ongoing[team][GETAWAY_CAR]:
                    gaps[team] -= 3
                    gaps[1 - team] += 3
                    spaces[team] = (spaces[team] + 2) % 14 + 1
                if spaces[team] in CORNERS:
                    landings.insert(0, team)
        favoured: set[int] = set()
        for team in (0, 1):
            own, cards = in_play[team], ongoing[team]
            if (
                gaps[team] <= 0
                or own[CODEBREAKER] > 2
                or (cards[MASTERPLAN] and own.count(0) < 2)
                or (cards[SECURITY_SYSTEM] and spaces[1 - team] == HOMES[team])
            ):
                favoured.add(team)
            if own[DAREDEVIL] > 2:
                favoured.add(team if cards[LEADER_OF_THE_PACK] else 1 - team)
        if favoured:
            return favoured.pop() if len(favoured) == 1 else active
        if drawn >= 38 and len(hands[other]) < 2:
            if gaps[0] == gaps[1]:
                return active
            return 0 if gaps[0] < gaps[1] else 1
        active = other


# La Agencia: Misión Embajada, four players, no embassy card.

RECRUITER, INFILTRATOR = 6, 7  # the others are Agents, by their number
AGENCY = [1, 2, 3, 4, 5, RECRUITER, RECRUITER, INFILTRATOR]
VALUES = (0, 1, 1, 2, 2, 3, 1, 0)
CLOCKWISE = [(seat, (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4) for seat in range(4)]
HANDS = 12


def la_agencia(rng: Random) -> tuple[list[int], list[tuple[int, int]]]:
    """Returns the winners, and everybody's total and information in the deck."""
    random = rng.random
    positions: list[list[int]] = []
    decks: list[list[int]] = []
    for _ in range(4):
        deck = AGENCY.copy()
        rng.shuffle(deck)
        positions.append(deck[:4])
        decks.append(deck[4:])
    left = int(random() * 4) + 1
    information = [5, 5, 5, 5]
    reward = 0
    for hand in range(left, left + HANDS):
        clockwise = CLOCKWISE[hand % 4]
        hall = random() < 0.5
        played = [0, 0, 0, 0]
        for seat in clockwise:
            position = int(random() * 4)
            cards = positions[seat]
            played[seat] = cards[position]
            cards[position] = decks[seat].pop(0)  # it has cards, so it can be drawn at once
        if INFILTRATOR in played:
            for seat in clockwise:
                if played[seat] == INFILTRATOR:
                    targets = [whom for whom in range(4) if played[whom] == RECRUITER]
                    if targets:
                        information[seat] += reward
                        whom = targets[int(random() * len(targets)) if len(targets) > 1 else 0]
                        decks[seat].append(RECRUITER)
                        decks[whom].append(INFILTRATOR)
                        played[seat] = played[whom] = 0
                    else:
                        decks[seat].append(INFILTRATOR)
                        played[seat] = 0
        if RECRUITER in played:
            for seat in clockwise:
                if played[seat] == RECRUITER:
                    targets = [whom for whom in range(4) if 0 < played[whom] < RECRUITER]
                    if targets:
                        reward += 1
                        whom = targets[int(random() * len(targets)) if len(targets) > 1 else 0]
                        decks[seat].append(played[whom])
                        decks[whom].append(RECRUITER)
                        played[seat] = played[whom] = 0
                    else:
                        decks[seat].append(RECRUITER)
                        played[seat] = 0
        count = 0
        for seat in clockwise:
            card = played[seat]
            if card:
                together = count + card
                success = together <= 4 if hall else together >= 4
                if success or not hall:
                    count = together
                value = VALUES[card]
                if success:
                    information[seat] += value
                elif information[seat] > value:
                    information[seat] -= value
                else:
                    information[seat] = 0
                decks[seat].append(card)
    scores: list[tuple[int, int]] = []
    for points, deck in zip(information, decks, strict=True):
        value = sum([VALUES[card] for card in deck])
        scores.append((points + value, value))
    best = max(scores)
    return [seat for seat in range(4) if scores[seat] == best], scores
