# The release of Debian that has PostgreSQL 18.
FROM acequia-test/debian:bookworm
RUN sed -i 's/bookworm/testing/' /etc/apt/sources.list
