import { Flex, Link, List, SimpleGrid, Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { usePumps } from '../api/pumps.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { NumberField } from './number-field.js';

const { fields, pumps } = texts;

interface Props {
  form: UseFormReturn<Values>;
  empresaId: number;
  nameOf: (objeto: string) => string;
}

/** Pauses, cycle and soak, and the pumps that run with the program's valves. */
export function RhythmField({ form, empresaId, nameOf }: Props) {
  const { data = [] } = usePumps(empresaId);
  const steps = useWatch({ control: form.control, name: 'pasos' }).map(({ objeto }) => objeto);
  const theirs = data.filter(
    ({ bomba_id, valves }) => !steps.includes(`s${bomba_id}`) && valves.some((id) => steps.includes(`s${id}`)),
  );
  return (
    <Flex direction="column" gap="3">
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4" alignItems="start">
        <NumberField form={form} name="pausa_s" label={fields.pausa} />
        <NumberField form={form} name="remojo_max_min" label={fields.remojoMax} />
        <NumberField form={form} name="remojo_pausa_min" label={fields.remojoPausa} />
      </SimpleGrid>
      <Text color="fg.muted">{texts.soakHelp}</Text>
      {theirs.length === 0 ? (
        <Text color="fg.muted">
          {pumps.none}{' '}
          <Link asChild textDecoration="underline">
            <RouterLink to={`/enclavamientos?empresa=${empresaId}`}>{pumps.link}</RouterLink>
          </Link>
        </Text>
      ) : (
        <List.Root ps="5" aria-label={pumps.title}>
          {theirs.map(({ bomba_id, lead_s, lag_s }) => (
            <List.Item key={bomba_id}>{pumps.line(nameOf(`s${bomba_id}`), lead_s, lag_s)}</List.Item>
          ))}
        </List.Root>
      )}
    </Flex>
  );
}
