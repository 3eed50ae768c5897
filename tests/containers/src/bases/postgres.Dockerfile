# What postgres:18-alpine and postgres:18-bookworm give: PostgreSQL 18, POSTGRES_USER, _DB and _PASSWORD_FILE, a volume.
FROM acequia-test/debian:testing
RUN groupadd --gid 70 postgres && useradd --uid 70 --gid 70 --home-dir /var/lib/postgresql --shell /bin/sh postgres
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-common gosu \
 && sed -i 's/#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
 && apt-get install -y --no-install-recommends postgresql-18 libstdc++6 && rm -rf /var/lib/apt/lists/* \
 && rm -rf /var/lib/postgresql/* && chown postgres:postgres /var/lib/postgresql
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
VOLUME /var/lib/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
