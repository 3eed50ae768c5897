# What redis:7-alpine gives: redis-server, its user, and /data.
FROM acequia-test/debian:bookworm
RUN groupadd --gid 1000 redis && useradd --uid 999 --gid 1000 redis
RUN apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /data && chown redis:redis /data
WORKDIR /data
VOLUME /data
EXPOSE 6379
CMD ["redis-server"]
