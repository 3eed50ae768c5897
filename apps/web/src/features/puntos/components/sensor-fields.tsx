import { SENSOR_CANALES } from '@acequia/contracts';
import type { UseFormReturn } from 'react-hook-form';
import { Choice, FormField, Select } from '../../../components/form/fields.js';
import type { SwitchOption } from '../api/punto-form.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

interface Props {
  form: UseFormReturn<Values>;
  placaId: number | null;
  switches: readonly SwitchOption[];
}

/** The sensor of one of the board's switches, and what of it the point follows. */
export function SensorFields({ form, placaId, switches }: Props) {
  const { register, formState } = form;
  const { errors } = formState;
  const ofBoard = switches.filter(({ sensor }) => sensor?.placa_id === placaId);
  const pins = [...new Set(ofBoard.flatMap(({ sensor }) => sensor?.pin ?? []))].sort((one, other) => one - other);
  const namesAt = (pin: number): string[] =>
    ofBoard.filter(({ sensor }) => sensor?.pin === pin).map(({ text }) => text);
  return (
    <>
      <FormField label={fields.sensor} error={errors.pin} required>
        <Choice control={form.control} nombre="pin" numbers>
          <option value="">{texts.choose}</option>
          {pins.map((pin) => (
            <option key={pin} value={pin}>
              {texts.sensorOf(pin, namesAt(pin))}
            </option>
          ))}
        </Choice>
      </FormField>
      <FormField label={fields.ch} error={errors.ch} required>
        <Select {...register('ch')}>
          <option value="">{texts.choose}</option>
          {Object.keys(SENSOR_CANALES).map((each) => (
            <option key={each} value={each}>
              {texts.channels[each]}
            </option>
          ))}
        </Select>
      </FormField>
    </>
  );
}
