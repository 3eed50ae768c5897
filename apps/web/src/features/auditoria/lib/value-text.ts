import {
  campoInSentence,
  campoOf,
  SEVERITIES,
  typeOfAviso,
  type AuditedChange,
  type TipoAviso,
} from '@acequia/contracts';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { yesNo } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

/** Fields that are an instant in some records and a day or an hour in others. */
const MOMENTS = new Set(['desde', 'hasta', 'omitida_hasta']);
const NOTHING = '—';

interface Known {
  entidad: string;
  empresaName: (id: number) => string;
  /** An instant in the zone of the record's company. */
  dateTimeOf: (ts: number) => string;
}

/** A value of the audit trail in words. */
export function valueText(
  campo: string,
  value: AuditedChange['antes'],
  { entidad, empresaName, dateTimeOf }: Known,
): string {
  if (value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : texts.chosen(value.length);
  if (campo === 'empresa_id') return empresaName(Number(value));
  if (campoOf(campo).flag || typeof value === 'boolean') return yesNo(Number(value) === 1);
  if (MOMENTS.has(campo) && typeof value === 'number') return dateTimeOf(value);
  const severidad = SEVERITIES.find((each) => each === value);
  if (severidad && campo.includes('severidad')) return avisoTexts.severities[severidad];
  if (campo === 'tipo' && entidad === 'regla') return typeOfAviso(value as TipoAviso)?.nombre ?? String(value);
  const words = (texts.words as Readonly<Record<string, string>>)[`${campo} ${String(value)}`];
  if (words !== undefined) return words;
  if (campo === 'objeto') return subjectText(String(value));
  return written(String(value));
}

/** "switch:41", "sitio:Norte". */
function subjectText(objeto: string): string {
  const [kind = '', ...name] = objeto.split(':');
  const label = (texts.kinds as Readonly<Record<string, string>>)[kind];
  return label ? `${label} ${name.join(':')}` : texts.wholeEmpresa;
}

/** The nested parts of a program or a climate rule are stored as JSON. */
function written(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return flat(JSON.parse(text)) || NOTHING;
  } catch {
    return text;
  }
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return value.map(flat).join(value.some((one) => typeof one === 'object') ? ' · ' : ', ');
  if (typeof value !== 'object' || value === null) return String(value ?? NOTHING);
  return Object.entries(value)
    .map(([campo, one]) => `${campoInSentence(campo)} ${campoOf(campo).flag ? (one === 1 ? 'sí' : 'no') : flat(one)}`)
    .join(', ');
}
