import { AppError, type ChannelSave, Email } from '@acequia/contracts';
import { invalid } from '../access.js';

/** The canonical destination of a channel. @throws AppError `datos_invalidos` */
export const destinationOf = ({ canal, destino }: ChannelSave): string =>
  canal === 'correo' ? emailOf(destino ?? '') : urlOf(destino ?? '');

const emailOf = (text: string): string => {
  const read = Email.safeParse(text);
  if (!read.success) throw invalid('destino', 'El correo no es válido');
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
    texto: 'La dirección del webhook no es válida.',
    detalles: [{ campo: 'body.destino', mensaje: 'Debe ser una dirección https:// sin usuario ni contraseña' }],
  });
};
