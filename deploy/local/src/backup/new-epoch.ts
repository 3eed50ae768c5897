/** device-gateway creates an epoch when there is none: with a new epoch boards accept every message as newer, regardless of its rev. */
export const NEW_EPOCH = 'TRUNCATE device_gateway.installation';
