import { AppError, type ChannelSave, Email } from '@acequia/contracts';
import { invalid } from '../access.js';
import { texts } from '../textos.js';

/** The canonical destination of a channel. @throws AppError `datos_invalidos` */
export const destinationOf = ({ canal, destino }: ChannelSave): string =>
  canal === 'correo' ? emailOf(destino ?? '') : urlOf(destino ?? '');

const emailOf = (text: string): string => {
  const read = Email.safeParse(text);
  if (!read.success) throw invalid('destino', texts.invalidEmail);
  return read.data;
};

/** Checks only that the text is a web URL; whether its host may be called is checked at each call. */
const urlOf = (text: string): string => {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  } catch {
    // Not a URL: refused below.
  }
  throw new AppError('datos_invalidos', {
    texto: texts.invalidWebhook,
    detalles: [{ campo: 'body.destino', mensaje: texts.webhookAddress }],
  });
};
