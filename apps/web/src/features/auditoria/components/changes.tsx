import { type Auditoria, type AuditedChange, campoWithUnit } from '@acequia/contracts';
import { Box, Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { dateTimeOf } from '../../../lib/format/format.js';
import { valueText } from '../lib/value-text.js';
import { texts } from '../textos.js';

/** Most changes shown at once; longer lists, and all fields of a created or deleted record, are shown on demand. */
const IN_SIGHT = 4;

interface Props {
  entry: Auditoria;
  empresaName: (id: number) => string;
  /** Of the company that the entry is about. */
  zone: string;
}

/** The changed fields, with their values before and after. */
export function Changes({ entry: { cambios, entidad }, empresaName, zone }: Props) {
  const wholeRecord = cambios.every(({ antes }) => antes === null) || cambios.every(({ despues }) => despues === null);
  const inSight = wholeRecord && cambios.length > 1 ? 0 : IN_SIGHT;
  const [open, setOpen] = useState(false);
  const id = useId();
  if (cambios.length === 0) return null;
  const text = (campo: string, value: AuditedChange['antes']): string =>
    valueText(campo, value, { entidad, empresaName, dateTimeOf: (ts) => dateTimeOf(ts, zone) });
  return (
    <Box>
      <chakra.dl id={id} display="grid" gap="0.5" mt={open || inSight > 0 ? '1' : '0'}>
        {cambios.slice(0, open ? undefined : inSight).map(({ campo, antes, despues }) => (
          <Box key={campo} overflowWrap="anywhere">
            <chakra.dt display="inline" color="fg.muted">
              {campoWithUnit(campo)}:{' '}
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
