# What caddy:2-alpine gives: Caddy with its right to low ports, storage below /data and /config.
FROM acequia-test/debian:bookworm
RUN apt-get update && apt-get install -y --no-install-recommends caddy libcap2-bin ca-certificates && rm -rf /var/lib/apt/lists/* \
 && setcap cap_net_bind_service=+ep /usr/bin/caddy && mkdir -p /config/caddy /data/caddy /etc/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
VOLUME /config /data
EXPOSE 80 443 443/udp
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
