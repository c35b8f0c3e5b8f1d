"""What the benchmarks share: commands with what they took, and the game of emoji."""

import os
import subprocess
import sys
import tempfile
import time


def run(*command, within=None):
    """Wall seconds, processor seconds and peak megabytes of one command."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=within)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s: status %d" % (" ".join(command), process.returncode))
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(count, *command):
    """The least wall and processor seconds."""
    return tuple(map(min, zip(*(run(*command)[:2] for _ in range(count)))))


def emoji_game(colors=1):
    """The folder of a game of about 4,000 emoji over #00FF00, each in as many colors (1 to 5)."""
    game = os.environ.get("KILN_BENCH_GAME") or os.path.join(tempfile.gettempdir(), "kiln-bench-game")
    game += "-%d" % colors if colors > 1 else ""
    if not os.path.exists(os.path.join(game, "catalog.json")):
        maker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "emoji-game")
        subprocess.run([sys.executable, maker, game, str(colors)], check=True)
    return game
