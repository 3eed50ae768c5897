# What node:24-bookworm-slim gives: Node and npm below /usr/local, and a user node with the number 1000.
FROM acequia-test/debian:bookworm
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
COPY node/bin/node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && chmod +x /usr/local/lib/node_modules/npm/bin/*.js
# Builds speak to the machine's own registry.
COPY ca-certificates.crt /etc/ssl/certs/
COPY npmrc /usr/local/etc/
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
