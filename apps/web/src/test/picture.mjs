import { basename } from 'node:path';

/** As Vite does: an imported picture is the address of its file, here its name. */
export default {
  process: (_source, path) => ({ code: `export default ${JSON.stringify(`/${basename(path)}`)};` }),
};
