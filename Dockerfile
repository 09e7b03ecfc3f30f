# An example of running Safehouse in a container; the token and the data stay outside of it.
#
#     docker build -t safehouse .
#     docker run -d --name safehouse --restart unless-stopped \
#         -e DISCORD_TOKEN -v safehouse:/data safehouse
#     docker exec safehouse python -m bot doctor
#     docker exec safehouse python -m bot backup backup.db
#     docker cp safehouse:/data/backup.db .
#
# For what the bot must be stopped for, and to upgrade (after git pull and docker build):
#
#     docker stop safehouse
#     docker run --rm -v safehouse:/data safehouse python -m bot restore backup.db
#     docker start safehouse
#
#     docker stop safehouse && docker rm safehouse    # then the same docker run again
#
# Other settings stand in config.toml in the volume; the health check needs its monitor_port.
# A folder in the place of the volume (-v /srv/safehouse:/data) must belong to user 999 and hold
# a config.toml with monitor_port = 8080.
FROM python:3.13-slim

WORKDIR /safehouse
# Without the playground, which nobody outside of the container could reach.
COPY requirements-bot.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements-bot.lock
COPY engine engine
COPY bot bot
COPY cogs cogs

# The number stays the same in every image: the volume's files belong to it.
RUN useradd --system --uid 999 safehouse \
    && mkdir /data \
    && echo 'monitor_port = 8080' > /data/config.toml \
    && chown -R safehouse /data
USER safehouse
VOLUME /data
# Where config.toml is, so that every command finds it.
WORKDIR /data
ENV PYTHONPATH=/safehouse PYTHONDONTWRITEBYTECODE=1

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/health')"]
# Exec form: the bot itself gets SIGTERM, and stops within 5 seconds.
CMD ["python", "-m", "bot", "run"]
