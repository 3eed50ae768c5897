import { commands } from '../commands.js';

/** `docker compose run --rm restore --from /backups/FILE`, with every service stopped. */
await commands['restore']?.(process.argv.slice(2));
