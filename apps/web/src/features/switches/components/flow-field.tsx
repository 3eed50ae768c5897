import type { Switch } from '@acequia/contracts';
import { createContext, use } from 'react';
import { useFormContext, type FieldError } from 'react-hook-form';
import { asNumber, FormField } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import type { PanelForm } from '../lib/panel-form.js';
import { texts } from '../textos.js';
import { LearnedFlow } from './learned-flow.js';

/** The switch that the dialog edits; null = it makes new ones. */
export const EditedSwitchContext = createContext<Switch | null>(null);

interface Props {
  base: `pairs.${number}.${'a' | 'b'}` | `singles.${number}.one`;
  error: FieldError | undefined;
}

/** The flow of a valve: declared, or what its meter has learned, when a person takes that over. */
export function FlowField({ base, error }: Props) {
  const { register, setValue } = useFormContext<PanelForm>();
  const sw = use(EditedSwitchContext);
  const name = `${base}.caudal_m3h` as const;
  const takeOver = (m3h: number) => setValue(name, m3h, { shouldDirty: true, shouldValidate: true });
  return (
    <FormField label={texts.fields.caudal} error={error} help={texts.caudalHelp}>
      <NumberInput {...register(name, asNumber)} />
      {sw && <LearnedFlow sw={sw} onTakeOver={takeOver} />}
    </FormField>
  );
}
