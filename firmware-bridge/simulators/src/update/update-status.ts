import type { StatusMessage } from '@acequia/board-protocol';
import type { VirtualUpdate } from './virtual-update.js';

/** The status of a board that takes updates. */
export const withUpdate = (status: StatusMessage, update: VirtualUpdate | null | undefined): StatusMessage => {
  if (!update) return status;
  const { running, told } = update;
  return {
    ...status,
    fw: running.version,
    can: [...(status.can ?? []), 'update'],
    image: running,
    ...(told && { update: told }),
  };
};
