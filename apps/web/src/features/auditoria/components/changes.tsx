import type { Auditoria, AuditedChange } from '@acequia/contracts';
import { Box, Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { texts } from '../textos.js';

/** 1/0 fields that are shown as yes or no. */
const FLAGS = new Set([
  'activa',
  'activo',
  'suspendido',
  'tiene_sensor',
  'auth_key_definida',
  'token_telegram_definido',
]);
/** Most changes shown at once; longer lists, and all fields of a created or deleted record, are shown on demand. */
const IN_SIGHT = 4;

interface Props {
  entry: Auditoria;
  empresaName: (id: number) => string;
}

/** The changed fields, with their values before and after. */
export function Changes({ entry: { cambios }, empresaName }: Props) {
  const wholeRecord = cambios.every(({ antes }) => antes === null) || cambios.every(({ despues }) => despues === null);
  const inSight = wholeRecord && cambios.length > 1 ? 0 : IN_SIGHT;
  const [open, setOpen] = useState(false);
  const id = useId();
  if (cambios.length === 0) return null;
  const text = (campo: string, value: AuditedChange['antes']): string => {
    if (value === null || value === '') return '—';
    if (Array.isArray(value)) return value.length === 0 ? '—' : texts.chosen(value.length);
    if (campo === 'empresa_id') return empresaName(Number(value));
    if (FLAGS.has(campo) || typeof value === 'boolean') return Number(value) === 1 ? 'Sí' : 'No';
    return String(value);
  };
  return (
    <Box>
      <chakra.dl id={id} display="grid" gap="0.5" mt={open || inSight > 0 ? '1' : '0'}>
        {cambios.slice(0, open ? undefined : inSight).map(({ campo, antes, despues }) => (
          <Box key={campo} overflowWrap="anywhere">
            <chakra.dt display="inline" color="fg.muted">
              {texts.fields[campo] ?? campo.replaceAll('_', ' ')}:{' '}
            </chakra.dt>
            <chakra.dd display="inline">
              {wholeRecord ? (
                text(campo, despues ?? antes)
              ) : (
                <>
                  <chakra.span color="fg.muted">{text(campo, antes)}</chakra.span> →{' '}
                  <chakra.span fontWeight="550">{text(campo, despues)}</chakra.span>
                </>
              )}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      {cambios.length > inSight && (
        <Button
          size="xs"
          variant="ghost"
          ms="-2.5"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? texts.hideData : texts.seeData(cambios.length)}
        </Button>
      )}
    </Box>
  );
}
