"""Settings of the server: every number that an operator may want to change, read from SPOOKYMARKS_… variables."""

from pathlib import Path

from pydantic import Field, ValidationError
from pydantic.networks import IPvAnyNetwork
from pydantic_settings import BaseSettings, SettingsConfigDict

from spookymarks.server.errors import ServerError
from spookymarks.solver.parallel import cores

PAGE = Path(__file__).parent.parent / "page"


class Settings(BaseSettings):
    """All settings; each is the environment variable SPOOKYMARKS_ with its name in capitals.

    `database`: a file, or a URL that begins with sqlite: or postgresql:. `bus`: how the processes that serve
    one database tell each other what is new: empty for what suits the database (PostgreSQL itself), or a URL that
    begins with redis:, rediss: or unix:. `allowed_origins`: web origins other
    than the server's own host that may open sockets, as a JSON list. `page`: the folder of the built page.
    `busy_ms`: how long a write waits for a locked database. `idle_seconds`: how long a game that nobody watches
    stays in memory. `hello_seconds`: how long a socket may stay silent at first. `messages_burst` and
    `messages_per_second`: the allowance of one socket. `games_burst` and `games_per_minute`: how many games one
    address may create. `analyses_burst` and `analyses_per_minute`: how many analyses one address may ask for.
    `analysis_workers`: how many are made at once, by default one a core but one; `analysis_queue`: how many more may
    wait for their turn; `analysis_seconds`: how long a request waits for its answer; `analysis_cache`: how many
    answers are kept in memory, 6 kB or so each at most. `connections`: how many connections may be open at once,
    idle sockets included. `pictures_burst` and `pictures_per_minute`: how many pictures one address may ask for.
    `public_origin`: the origin under which people reach the server, such as https://play.example, which link previews
    name; empty for what each request says. `unfinished_days`: when an unfinished game that nobody changes is deleted,
    and `unstarted_days`: when one in which nothing was ever placed is; `finished_days`: how long finished games are
    kept; 0 keeps them for ever.

    `connections_per_address`: how many of the connections one address may have. `trusted_proxies`: the addresses and
    networks of our own proxies, as a JSON list: only their word for whom they speak for (X-Forwarded-For) is taken.
    `head_seconds` and `body_seconds`: how long a request may take to arrive. `metrics_token`: the bearer token that
    opens /metrics; without it only this machine may read them.

    What one address may do with all its sockets and requests in one process, for a school of 300 people behind it:
    `address_messages_burst` and `address_messages_per_second`: ten messages each at once and one a second, of which
    play needs less than half. `sockets_burst` and `sockets_per_minute`: everybody comes back four times within a
    minute. `guesses_burst` and `guesses_per_minute`: everybody holds a secret that has expired.
    """

    model_config = SettingsConfigDict(env_prefix="SPOOKYMARKS_", frozen=True)

    database: str = "spookymarks.sqlite"
    bus: str = ""
    allowed_origins: frozenset[str] = frozenset()
    page: Path = PAGE
    busy_ms: int = Field(default=5000, ge=1)
    idle_seconds: float = Field(default=60, gt=0)
    hello_seconds: float = Field(default=5, gt=0)
    messages_burst: int = Field(default=100, ge=1)
    messages_per_second: float = Field(default=5, gt=0)
    games_burst: int = Field(default=300, ge=1)
    games_per_minute: float = Field(default=60, gt=0)
    analyses_burst: int = Field(default=120, ge=1)
    analyses_per_minute: float = Field(default=120, gt=0)
    analysis_workers: int = Field(default_factory=lambda: max(1, cores() - 1), ge=1)
    analysis_queue: int = Field(default=32, ge=0)
    analysis_seconds: float = Field(default=8, gt=0)
    analysis_cache: int = Field(default=2000, ge=1)
    pictures_burst: int = Field(default=120, ge=1)
    pictures_per_minute: float = Field(default=120, gt=0)
    public_origin: str = Field(default="", pattern=r"^(https?://[A-Za-z0-9.:\[\]-]+)?$")
    connections: int = Field(default=12_000, ge=1)
    connections_per_address: int = Field(default=1000, ge=1)
    trusted_proxies: frozenset[IPvAnyNetwork] = frozenset()
    head_seconds: float = Field(default=10, gt=0)
    body_seconds: float = Field(default=20, gt=0)
    metrics_token: str = ""
    address_messages_burst: int = Field(default=3000, ge=1)
    address_messages_per_second: float = Field(default=300, gt=0)
    sockets_burst: int = Field(default=1200, ge=1)
    sockets_per_minute: float = Field(default=1200, gt=0)
    guesses_burst: int = Field(default=300, ge=1)
    guesses_per_minute: float = Field(default=60, gt=0)
    unfinished_days: int = Field(default=30, ge=0)
    unstarted_days: int = Field(default=7, ge=0)
    finished_days: int = Field(default=0, ge=0)


def read_settings() -> Settings:
    """Return the settings of the environment; raises ServerError, in one sentence, at the first that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in ("SPOOKYMARKS", *first["loc"])).upper()
        raise ServerError(f"the setting {name} is wrong: {first['msg']}") from None
