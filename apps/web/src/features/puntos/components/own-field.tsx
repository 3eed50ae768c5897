import type { UseFormReturn } from 'react-hook-form';
import { Choice, FormField } from '../../../components/form/fields.js';
import type { SwitchOption } from '../api/punto-form.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

interface Props {
  form: UseFormReturn<Values>;
  placaId: number | null;
  switches: readonly SwitchOption[];
}

/** What of itself a board with our firmware says: of its chip, and of the relays that its switches have. */
export function OwnField({ form, placaId, switches }: Props) {
  const relays = switches.flatMap(({ relay }) => (relay.placa_id === placaId ? relay.pin : []));
  const pins = [...new Set(relays)].sort((one, other) => one - other);
  const ofRelays = pins.flatMap((pin) => [`status.wear.${pin}.ops`, `status.wear.${pin}.on_h`]);
  const saved = form.formState.defaultValues?.ruta ?? '';
  const paths = new Set([...texts.ownFields, ...ofRelays, ...(saved.startsWith('status.') ? [saved] : [])]);
  return (
    <FormField
      label={texts.fields.ownField}
      error={form.formState.errors.ruta}
      help={texts.helps.rutaOfStatus}
      required
    >
      <Choice control={form.control} nombre="ruta">
        <option value="">{texts.choose}</option>
        {[...paths].map((ruta) => (
          <option key={ruta} value={ruta}>
            {texts.ownField(ruta)}
          </option>
        ))}
      </Choice>
    </FormField>
  );
}
