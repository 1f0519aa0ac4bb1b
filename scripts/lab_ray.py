"""Plays the lab's games on a Ray cluster.

    pip install ray
    python scripts/lab_ray.py game.rules --parts 64 --games 1000000 --out shares

What follows `--` goes to `houserules lab` as it is: `-- --seed 2 --with players=3`.

Each share is a Ray task of one core. It gets the rules and the command itself, so the machines of the cluster need neither; they
have to run the same system. Where a machine dies Ray plays its shares again. Each share that is done lies in the folder `--out`;
those that lie there already are not played again, so a run that was stopped goes on where it was. At the end
`houserules lab join` says what one run would say, to the byte.

The same shares serve an array of batch jobs, without Ray: one job does
`houserules lab game.rules --part $TASK/64 --tally shares/$TASK-of-64.json`, the last one joins them.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import ray


@ray.remote(num_cpus=1, max_retries=5, retry_exceptions=[OSError])
def play(command: bytes, files: dict[str, bytes], main: str, part: str, more: list[str]) -> bytes:
    """One share: the bytes of its tally."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {**files, "houserules": command}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        program, tally = pathlib.Path(folder, "houserules"), pathlib.Path(folder, "tally.json")
        program.chmod(0o755)
        given = ["lab", main, "--part", part, "--tally", str(tally), "--workers", "1", *more]
        done = subprocess.run([program, *given], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            # The rules or what was asked: playing it again says the same.
            raise ValueError(done.stderr.strip() or done.stdout.strip())
        return tally.read_bytes()


def say(line: str) -> None:
    """Beside the report, which goes to the output."""
    print(line, file=sys.stderr, flush=True)


def asked() -> tuple[argparse.Namespace, list[str]]:
    own, more = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, more = own[:at], own[at + 1 :]
    args = argparse.ArgumentParser(description="Plays the lab's games on a Ray cluster.")
    args.add_argument("rules", type=pathlib.Path)
    args.add_argument("--parts", type=int, default=16, help="how many shares (16)")
    args.add_argument("--games", type=int, default=100_000, help="of all shares together (100,000)")
    args.add_argument("--out", type=pathlib.Path, default=pathlib.Path("shares"), help="the folder of the shares")
    args.add_argument("--command", default=shutil.which("houserules"), help="where `houserules` is")
    args.add_argument("--cores", type=int, help="of this machine, where no cluster is running")
    given = args.parse_args(own)
    if not given.command:
        args.error("where is `houserules`? (--command)")
    return given, more


def beside(rules: pathlib.Path, out: pathlib.Path) -> dict[str, bytes]:
    """The rules, and the files in their folder that they may use."""
    of_rules = (".rules", ".bbgel", ".ludl", ".tgdl", ".json", ".csv", ".tsv", ".svg", ".png", ".jpg", ".jpeg", ".webp")
    found = [it for it in sorted(rules.parent.rglob("*")) if it.is_file() and it.suffix in of_rules]
    found = [it for it in found if out.resolve() not in it.resolve().parents]
    return {str(it.relative_to(rules.parent)): it.read_bytes() for it in found}


def main() -> int:
    args, more = asked()
    # Ray's own lines are no part of the report.
    sys.stdout = sys.stderr
    args.out.mkdir(parents=True, exist_ok=True)
    place = lambda k: args.out / f"{k}-of-{args.parts}.json"
    missing = [k for k in range(1, args.parts + 1) if not place(k).exists()]
    say(f"{args.parts - len(missing)} of {args.parts} shares are there")
    ray.init(**({"num_cpus": args.cores} if args.cores else {}), log_to_driver=False)
    command = ray.put(pathlib.Path(args.command).read_bytes())
    files = ray.put(beside(args.rules, args.out))
    more = ["--games", str(args.games), *more]
    begun, lost = time.monotonic(), []
    running = {play.remote(command, files, args.rules.name, f"{k}/{args.parts}", more): k for k in missing}
    while running:
        (share,), _ = ray.wait(list(running), num_returns=1)
        k = running.pop(share)
        try:
            half = place(k).with_suffix(".half")
            half.write_bytes(ray.get(share))
            os.replace(half, place(k))
        except ray.exceptions.RayError as error:
            lost.append(k)
            say(f"share {k} is missing: {getattr(error, 'cause', None) or error}")
        there = args.parts - len(running) - len(lost)
        say(f"{there} of {args.parts} shares, {time.monotonic() - begun:.0f} s")
    if lost:
        say("run it again to play what is missing")
        return 1
    shares = [str(place(k)) for k in range(1, args.parts + 1)]
    return subprocess.run([args.command, "lab", "join", str(args.rules), *shares]).returncode


if __name__ == "__main__":
    sys.exit(main())
