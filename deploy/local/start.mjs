import { prepare, root } from './prepare.mjs';

const { main } = await prepare();
await main(root);
