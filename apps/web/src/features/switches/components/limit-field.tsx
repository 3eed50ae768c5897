import { MAX_ENCENDIDO_S, TIPOS_WITH_LIMIT, duration } from '@acequia/contracts';
import { Box, Flex } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { useController, useFormContext, useWatch, type FieldError } from 'react-hook-form';
import { FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { numberIn } from '../../../lib/format/number.js';
import { UNITS, unitOf, type Unit } from '../lib/limit.js';
import type { PanelForm } from '../lib/panel-form.js';
import { texts } from '../textos.js';

const { limit: t } = texts;

interface Props {
  base: `pairs.${number}.${'a' | 'b'}` | `singles.${number}.one`;
  error: FieldError | undefined;
}

const inUnit = (seconds: number | null, unit: Unit): string =>
  seconds === null ? '' : String(Math.round((seconds / UNITS[unit]) * 100) / 100);

/** The longest time a switch may stay on, in minutes or hours; empty = the limit of its type. The form holds seconds. */
export function LimitField({ base, error }: Props) {
  const { control } = useFormContext<PanelForm>();
  const {
    field: { ref, ...field },
  } = useController({ control, name: `${base}.max_encendido_s` });
  const tipo = useWatch({ control, name: `${base}.tipo` });
  const [unit, setUnit] = useState(() => unitOf(field.value));
  const [text, setText] = useState(() => inUnit(field.value, unit));
  const [placed, setPlaced] = useState(field.value);
  const unitId = useId();
  // The form was reset to the values that another person saved.
  if (!Object.is(field.value, placed)) {
    setPlaced(field.value);
    setUnit(unitOf(field.value));
    setText(inUnit(field.value, unitOf(field.value)));
  }

  const put = (written: string, next: Unit) => {
    const seconds = written.trim() === '' ? null : Math.round(numberIn(written) * UNITS[next]);
    setText(written);
    setUnit(next);
    setPlaced(seconds);
    field.onChange(seconds);
  };
  const ofType = tipo === '' ? null : MAX_ENCENDIDO_S[tipo];
  const help = [
    ofType !== null && t.ofType(duration(ofType / 60)),
    tipo !== '' && !TIPOS_WITH_LIMIT.has(tipo) && t.ceroSinLimite,
  ].filter(Boolean);
  return (
    <FormField label={texts.fields.limit} error={error} help={help.join(' ')}>
      <Flex gap="1.5" w="full">
        <NumberInput
          ref={ref}
          name={field.name}
          value={text}
          onChange={({ target }) => put(target.value, unit)}
          onBlur={field.onBlur}
          placeholder={inUnit(ofType, unit)}
        />
        <Box w="5.5rem" flexShrink="0">
          <Select
            id={unitId}
            aria-label={t.unit}
            value={unit}
            onChange={({ target }) => put(text, target.value as Unit)}
          >
            {(Object.keys(UNITS) as Unit[]).map((one) => (
              <option key={one} value={one}>
                {t.units[one]}
              </option>
            ))}
          </Select>
        </Box>
      </Flex>
    </FormField>
  );
}
