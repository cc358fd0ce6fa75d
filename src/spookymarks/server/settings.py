"""Settings of the server: every number that an operator may want to change, read from SPOOKYMARKS_… variables."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from spookymarks.solver.parallel import cores

PAGE = Path(__file__).parent.parent / "page"


class Settings(BaseSettings):
    """All settings; each is the environment variable SPOOKYMARKS_ with its name in capitals.

    `database`: a file, or a URL that begins with sqlite: or postgresql:. `allowed_origins`: web origins other
    than the server's own host that may open sockets, as a JSON list. `page`: the folder of the built page.
    `busy_ms`: how long a write waits for a locked database. `idle_seconds`: how long a game that nobody watches
    stays in memory. `hello_seconds`: how long a socket may stay silent at first. `messages_burst` and
    `messages_per_second`: the allowance of one socket. `games_burst` and `games_per_minute`: how many games one
    address may create. `analyses_burst` and `analyses_per_minute`: how many analyses one address may ask for.
    `analysis_workers`: how many are made at once, by default one a core but one; `analysis_queue`: how many more may
    wait for their turn; `analysis_seconds`: how long a request waits for its answer; `analysis_cache`: how many
    answers are kept in memory, 6 kB or so each at most. `connections`: how many connections may be open at once,
    idle sockets included.
    """

    model_config = SettingsConfigDict(env_prefix="SPOOKYMARKS_", frozen=True)

    database: str = "spookymarks.sqlite"
    allowed_origins: frozenset[str] = frozenset()
    page: Path = PAGE
    busy_ms: int = Field(default=5000, ge=1)
    idle_seconds: float = Field(default=60, gt=0)
    hello_seconds: float = Field(default=5, gt=0)
    messages_burst: int = Field(default=100, ge=1)
    messages_per_second: float = Field(default=5, gt=0)
    games_burst: int = Field(default=120, ge=1)
    games_per_minute: float = Field(default=60, gt=0)
    analyses_burst: int = Field(default=120, ge=1)
    analyses_per_minute: float = Field(default=120, gt=0)
    analysis_workers: int = Field(default_factory=lambda: max(1, cores() - 1), ge=1)
    analysis_queue: int = Field(default=32, ge=0)
    analysis_seconds: float = Field(default=8, gt=0)
    analysis_cache: int = Field(default=2000, ge=1)
    connections: int = Field(default=12_000, ge=1)
