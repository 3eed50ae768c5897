import { typeOfAviso } from '@acequia/contracts';
import type { Letter } from '../deliveries/message.js';
import { moment } from '../deliveries/message.js';
import { fitted, inGsm } from './gsm-text.js';
import { texts } from './textos.js';

/** Most SMS that one message is sent as. */
const MOST = 2;

/** @param codigo what a reply must say; null = nothing to acknowledge */
export const smsOf = ({ empresa, zona, avisos, others, late }: Letter, codigo: string | null): string => {
  const [first] = avisos;
  if (!first) return inGsm(empresa);
  const { tipo, hasta, desde, texto } = first;
  const when = hasta !== null ? texts.ended : late ? texts.since(moment(desde, zona)) : '';
  const more = avisos.length + others - 1;
  const body = `${empresa}: ${typeOfAviso(tipo).nombre}. ${texto}${when}${more > 0 ? texts.more(more) : ''}`;
  return fitted(inGsm(body), codigo === null ? '' : ` ${texts.reply(codigo)}`, MOST);
};
