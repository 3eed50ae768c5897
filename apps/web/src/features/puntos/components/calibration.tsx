import { type FuentePunto, magnitudOf, numero, type Punto } from '@acequia/contracts';
import { Box, Button, SimpleGrid, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { numberIn } from '../../../lib/format/number.js';
import { lineThrough, rawOf } from '../lib/calibration.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { calibration: t } = texts;

const readsVolts = (fuente: FuentePunto): boolean =>
  fuente.tipo === 'placa' && (fuente.driver === 'adc' || fuente.driver === 'ads1115');

interface Taken {
  lectura: number | null;
  valor: string;
}
const NOTHING: Taken = { lectura: null, valor: '' };

interface Props {
  form: UseFormReturn<Values>;
  /** As the list holds it: its last value moves. */
  punto: Punto;
}

/** Factor and sum from two readings of the sensor, each with what another instrument measured then. */
export function Calibration({ form, punto }: Props) {
  const [pairs, setPairs] = useState<readonly [Taken, Taken]>([NOTHING, NOTHING]);
  // An older value may be of the calibration before.
  const [known] = useState(punto.ts);
  const now = punto.valor !== null && punto.ts !== known ? rawOf(punto.valor, punto) : null;
  const unit = readsVolts(punto.fuente) ? ' V' : '';
  const { unidad } = magnitudOf(punto.magnitud);
  const change = (which: 0 | 1, to: Partial<Taken>): void => {
    const changed = pairs.map((pair, i) => (i === which ? { ...pair, ...to } : pair)) as [Taken, Taken];
    setPairs(changed);
    const [first, second] = changed.map(({ lectura, valor }) => ({ lectura, valor: numberIn(valor) }));
    if (!isComplete(first) || !isComplete(second)) return;
    const line = lineThrough([first, second]);
    if (!line) return;
    for (const field of ['a', 'b'] as const)
      form.setValue(field, line[field], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Box gridColumn={{ sm: '1 / -1' }} role="group" aria-label={t.title}>
      <Text fontWeight="600">{t.title}</Text>
      <Text color="fg.muted" fontSize="sm" mb="2">
        {t.help}
      </Text>
      <Text mb="2" fontVariantNumeric="tabular-nums" aria-live="polite">
        {now === null ? t.waiting : t.now(`${numero(now)}${unit}`)}
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        {([0, 1] as const).map((which) => {
          const { lectura, valor } = pairs[which];
          return (
            <Box key={which}>
              <Button
                size="sm"
                variant="outline"
                mb="2"
                disabled={now === null}
                onClick={() => change(which, { lectura: now })}
              >
                {lectura === null ? t.take(which + 1) : t.taken(which + 1, `${numero(lectura)}${unit}`)}
              </Button>
              <FormField label={t.value(which + 1, unidad)}>
                <NumberInput signed value={valor} onChange={({ target }) => change(which, { valor: target.value })} />
              </FormField>
            </Box>
          );
        })}
      </SimpleGrid>
    </Box>
  );
}

const isComplete = (
  pair: { lectura: number | null; valor: number | null } | undefined,
): pair is {
  lectura: number;
  valor: number;
} => typeof pair?.lectura === 'number' && typeof pair.valor === 'number' && Number.isFinite(pair.valor);
