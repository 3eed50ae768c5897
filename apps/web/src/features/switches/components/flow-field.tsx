import type { CaudalMedido } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { createContext, use } from 'react';
import { useFormContext, type FieldError } from 'react-hook-form';
import { asNumber, FormField } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import type { PanelForm } from '../lib/panel-form.js';
import { texts } from '../textos.js';

const { learned: t } = texts;

/** Of the switch that the dialog edits. */
export const LearnedFlowContext = createContext<CaudalMedido | undefined>(undefined);

interface Props {
  base: `pairs.${number}.${'a' | 'b'}` | `singles.${number}.one`;
  error: FieldError | undefined;
}

/** The flow of a valve: declared, or what its meter has learned, when a person takes that over. */
export function FlowField({ base, error }: Props) {
  const { register, setValue } = useFormContext<PanelForm>();
  const learned = use(LearnedFlowContext);
  const name = `${base}.caudal_m3h` as const;
  const takeOver = (m3h: number) => setValue(name, m3h, { shouldDirty: true, shouldValidate: true });
  return (
    <FormField label={texts.fields.caudal} error={error} help={texts.caudalHelp}>
      <NumberInput {...register(name, asNumber)} />
      {learned && (
        <Flex gap="2" align="center" wrap="wrap" mt="1">
          <Text fontSize="sm">{t.measured(learned)}</Text>
          <Button size="xs" variant="outline" onClick={() => takeOver(learned.caudal_m3h)}>
            {t.takeOver}
          </Button>
        </Flex>
      )}
    </FormField>
  );
}
