import type { Canal } from '@acequia/contracts';

/** Whether there are channels and none of them delivers now. */
export const reachesNobody = (channels: readonly Canal[]): boolean =>
  channels.length > 0 && channels.every(({ activo, fallo }) => activo === 0 || fallo !== null);
