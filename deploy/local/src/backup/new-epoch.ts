/** device-gateway makes an epoch where there is none: boards then take what they are sent for newer, whatever its rev. */
export const NEW_EPOCH = 'TRUNCATE device_gateway.installation';
