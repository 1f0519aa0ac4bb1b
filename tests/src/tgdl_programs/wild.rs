//! Parts of games in TGDL that nobody works out plainly: turns and phases, cancels, callables that ask, chance, cards. Both executors
//! play them the same.
//!
//! Invariant: a part fits any game, and any of its statements may be removed.

use game::random::Draw;

/// A declaration with holes, and the statements in each.
#[derive(Clone, Debug)]
pub struct Wild {
    frame: usize,
    pub holes: Vec<Vec<String>>,
}

/// In each, `@` is a hole and `#` a small number.
const FRAMES: [&str; 9] = [
    // A turn with phases, and triggers for them.
    "turn day {
    phase dawn { effect { @ pass activePlayer to noon; } }
    phase noon { effect { @ } }
    phase dusk { trigger on player choice; effect { @ } }
    default { if phase == noon pass player + 1 to dawn; else pass player + 1 to noon; }
}
global state clock {
    decimal rings = 0;
    action ring { trigger on day.noon active; effect { rings += 1; @ } }
    action strike { trigger on turn phase change; effect { rings += #; @ } }
    action hush { trigger on day.dawn inactive before; effect { if rings % 7 == # cancel \"hush\"; @ } }
}
state walker { action walk { require { return turns.phase.active() == noon; } effect { @ pass; } } action rest { effect { pass; } } }
",
    // Named effects that cancel one another.
    "state actor { decimal p = 1; decimal q = 2;
    action perform {
        input decimal k { return k >= 0 and k <= 4; }
        effect { p += k; if p > 9 fail \"too much\"; @ if p == # cancel \"not now\"; @ }
        effect for first { q += 1; @ if p < # cancel first \"low\"; if q % 3 == # cancel second \"no need\"; @ }
        effect for second { p -= 1; @ if k == # cancel all \"none of it\"; @ if q % 2 == 0 cancel first \"late\"; }
    }
    action applaud { trigger change actor.p; effect { q += 1; @ } }
    action boo { trigger change actor.q after; effect { @ } }
}
",
    // Callables with inputs that are given or asked for.
    "state boss { decimal paid = 0;
    action pay {
        input decimal coins { return coins > 0 and coins < 4; }
        input decimal times { return times == 1 or times == 2; }
        trigger callable;
        effect { paid += coins * times; @ }
    }
    action payday { effect { @ call pay with { times = #; }; @ pass player + 1; } }
    action tip { effect { call pay with { coins = 1; times = 1; }; @ } }
    action stake { input decimal on { return on > 0 and on < 3; } trigger callable; effect { paid += on; @ } }
    action gamble { effect { @ if random(2) == # paid += 1; @ call stake; @ } }
}
",
    // Verbs with statements.
    "verb far { input decimal wind; effect { @ if wind > 1 return 1 + far(wind - 1); @ return wind; } return decimal; }
verb enrich { input hero who; input decimal by; effect { who.x += by; @ who.y = far(by); } }
state sailor { action sail { input hero to; input decimal wind { return wind > 0 and wind <= 3; }
    effect { enrich(who: to, by: far(wind)); @ } } }
",
    // Cards in hands.
    "state holder { decimal score = 0;
    action play { input card c { return player.hand.contains(c); } effect { score += c.worth; c.discard(); @ pass player + 1; } }
    action shed { require { return player.hand.length > #; } effect { @ deck.put(player.hand[0]); @ } }
    action take { require { return deck.discards.length > 0; } effect { card last = deck.discards[0]; last.keep(); @ } }
}
global state dealer { decimal seen = 0;
    action kept { trigger on card discarded; effect { seen += 1; @ } }
    action drew { trigger on draw card; effect { seen += 2; @ } }
}
setup { deck.shuffle(); @ }
",
    // Chance, and failing after it.
    "state thrower { decimal points = 0;
    action throw { effect { decimal eyes = random(6) + 1; points += eyes; @ if eyes == # fail \"rolled away\"; if eyes != 6 pass player + 1; @ } }
    action bet { input decimal on { return on >= 1 and on <= 3; } effect { @ if random(3) + 1 == on points += on; @ } }
}
",
    // Phases of actions.
    "state camp { decimal wood = 0; decimal fish = 1;
    action work choice 2 {
        phase fell { effect { wood += 1; @ } }
        phase angle { require { return wood < #; } effect { fish += 1; @ } }
        phase build { require { return wood >= 1 and fish >= 1; } effect { wood -= 1; @ } }
    }
    action trade simultaneous { phase { effect { wood = fish; } } phase { effect { fish = wood; } } }
    action evening { trigger camp.work; effect { @ } }
    action feast { trigger callable; effect { @ } phase sing { trigger change fish; effect { call camp.feast; @ } } }
}
",
    // Effects by their names.
    "state baker { decimal flour = 6; decimal loaves = 0;
    action bake {
        require for plain { return flour >= 1; }
        require for rich { return flour >= 4; }
        require { plain or rich }
        effect for rich { flour -= 2; @ loaves += 3; }
        effect for plain { flour -= 1; @ loaves += 1; }
        effect { @ rich or plain; @ if loaves >= 8 flour = #; }
    }
}
",
    // Triggers at any time of an event, in the order of their priorities.
    "global state crowd { decimal n = 0;
    action fast_one priority 1 { trigger change bank.b fast; effect { n += 1; @ } }
    action usual priority 2 { trigger change bank.b; effect { n = n * 2 % 40; @ } }
    action late { trigger change bank.b after; effect { n += 3; @ } }
    action no priority 3 { trigger change bank.b before; effect { @ if n % 5 == # cancel \"full\"; } }
}
",
];

/// Some of them, one of each.
pub fn wild(draw: &mut Draw) -> Vec<Wild> {
    let mut all: Vec<usize> = (0..FRAMES.len()).collect();
    draw.shuffle(&mut all);
    let count = 1 + draw.below(3);
    all[..count].iter().map(|frame| of_frame(*frame, draw)).collect()
}

fn of_frame(frame: usize, draw: &mut Draw) -> Wild {
    let holes = FRAMES[frame].matches(['@', '#']).map(|hole| match hole {
        "#" => vec![draw.below(4).to_string()],
        _ => (0..draw.below(3)).map(|_| stmt(draw, 2)).collect(),
    });
    Wild { frame, holes: holes.collect() }
}

fn cond(draw: &mut Draw) -> String {
    let n = draw.below(9);
    match draw.below(7) {
        0 => "bank.c == none".into(),
        1 => format!("activePlayer == {}", n % 2),
        2 => format!("deck.length < {}", n % 4),
        3 => format!("bank.b % 3 == {}", n % 3),
        4 => format!("activePlayer.hand.length > {}", n % 3),
        5 => format!("bank.c != {n}"),
        _ => format!("bank.a > {n}"),
    }
}

fn stmt(draw: &mut Draw, depth: usize) -> String {
    let n = draw.below(6);
    match draw.below(16) {
        0 | 1 => format!("bank.a = (bank.a + {n}) % 40;"),
        2 => format!("bank.b += {};", n % 3 + 1),
        3 => "bank.c = none;".into(),
        4 => format!("bank.c = {n};"),
        5 => format!("if {} fail \"no {n}\";", cond(draw)),
        6 | 7 if depth > 0 => {
            format!("if {} {{ {} }} else {{ {} }}", cond(draw), stmt(draw, depth - 1), stmt(draw, depth - 1))
        }
        8 => format!("bank.b = random({}) + bank.b % 8;", n + 1),
        9 => "if deck.length > 0 deck.draw().keep();".into(),
        10 => ["deck.shuffle();", "deck.reshuffle();"][n % 2].into(),
        11 => format!("hero[activePlayer].x += {n};"),
        12 => format!("for(decimal i = 0; i < {n}; i++) {{ bank.a = (bank.a + i) % 40; }}"),
        13 => format!("bank.marks.add(bank.a + {n});"),
        14 => "bank.b = mix(bank.b) % 40;".into(),
        _ => format!("if {} bank.a += bank.c;", cond(draw)),
    }
}

impl Wild {
    pub fn text(&self) -> String {
        let mut holes = self.holes.iter();
        let parts = FRAMES[self.frame].split_inclusive(['@', '#']);
        let filled = parts.map(|part| match part.strip_suffix(['@', '#']) {
            Some(before) => format!("{before}{}", holes.next().map(|it| it.join(" ")).unwrap_or_default()),
            None => part.to_owned(),
        });
        filled.collect()
    }

    /// The same with one statement less.
    pub fn smaller(&self) -> Vec<Wild> {
        let mut out = Vec::new();
        for (hole, stmts) in self.holes.iter().enumerate() {
            // A number stays.
            if stmts.iter().all(|it| it.parse::<i64>().is_err()) {
                for at in 0..stmts.len() {
                    let mut it = self.clone();
                    it.holes[hole].remove(at);
                    out.push(it);
                }
            }
        }
        out
    }
}
