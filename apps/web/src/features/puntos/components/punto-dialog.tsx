import {
  type MagnitudClave,
  MAGNITUDES,
  magnitudOf,
  type Placa,
  type Punto,
  PUNTO_DRIVERS,
  type PuntoSave,
  STATUS_CADA_S,
} from '@acequia/contracts';
import { Box, Input, SimpleGrid } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DurationField } from '../../../components/form/duration-field.js';
import { asNumber, Choice, FormField, Select, SwitchField } from '../../../components/form/fields.js';
import { MultiField } from '../../../components/form/multi-field.js';
import { Conflict } from '../../../components/form/conflict.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import type { SwitchOption } from '../api/punto-form.js';
import { usePuntoActions } from '../api/puntos.js';
import {
  isDriver,
  NO_BOARD,
  OF_METER,
  OF_NODE,
  saveOf,
  USUAL,
  ValidPunto,
  valuesOf,
  type Values,
} from '../lib/form-values.js';
import { Calibration } from './calibration.js';
import { MeterFields } from './meter-fields.js';
import { NodeFields } from './node-fields.js';
import { OwnField } from './own-field.js';
import { SensorFields } from './sensor-fields.js';
import { WireFields } from './wire-fields.js';
import { texts } from '../textos.js';

const { fields, helps } = texts;
/** What stands in the place of a board. */
const WITHOUT_BOARD = [
  [NO_BOARD, texts.noBoard],
  [OF_NODE, texts.ofNode],
  [OF_METER, texts.ofMeter],
] as const;
/** What a point of a board of ours, and of one with other firmware, may read. */
const FOREIGN = ['mensaje', 'sensor'] as const;
const OWN = [...PUNTO_DRIVERS, 'sensor', 'mensaje'] as const;
const MAGNITUD_KEYS = Object.keys(MAGNITUDES) as MagnitudClave[];

interface Props {
  /** Null: a new point. */
  one: Punto | null;
  /** What a new point begins with. */
  first?: Partial<Values>;
  /** The same point as the list holds it now: newer when another person saved. */
  saved: Punto | undefined;
  empresaId: number;
  placas: readonly Placa[];
  /** The company's switches, as options. */
  switches: readonly SwitchOption[];
  /** The switches could not be read. */
  unread: boolean;
  onClose: () => void;
  /** Instead of closing it, once the point is gone. */
  onDeleted?: () => void;
}

/** Creates, edits or deletes a point of measurement. */
export function PuntoDialog(props: Props) {
  const { one, first = {}, saved, empresaId, placas, switches, unread, onClose, onDeleted = onClose } = props;
  const form = useForm<Values>({
    defaultValues: { ...valuesOf(one, empresaId), ...first },
    resolver: resolverOf(ValidPunto),
  });
  const edit = useEdit(form);
  const actions = usePuntoActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const [driver, magnitud, placaId] = useWatch({ control, name: ['driver', 'magnitud', 'placa_id'] });
  const isOwn = placas.some(({ placa_id, dialecto }) => placa_id === placaId && dialecto === 'acequia');
  const isForeign = placaId !== null && !WITHOUT_BOARD.some(([each]) => each === placaId) && !isOwn;
  const { unidad, clase } = magnitudOf(magnitud);

  const submit = form.handleSubmit(async (values) => {
    const task = () => actions.save({ id: one?.id ?? null, data: saveOf(values) as PuntoSave });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  /** A board with other firmware is read by its messages; without a board a program sends, or a LoRaWAN node. */
  const chosen = (placa_id: string): void => {
    const board = placas.find((placa) => String(placa.placa_id) === placa_id);
    if (placa_id === String(NO_BOARD)) form.setValue('driver', 'api');
    else if (placa_id === String(OF_NODE)) form.setValue('driver', 'lorawan');
    else if (placa_id === String(OF_METER)) form.setValue('driver', 'centinela');
    else if (board && board.dialecto !== 'acequia') form.setValue('driver', 'mensaje');
    else if (!isDriver(form.getValues('driver'))) form.setValue('driver', 'pulsos');
  };
  /** Another sensor has other addresses; what a board says of itself comes once an hour. */
  const reads = (chosenDriver: string): void => {
    form.setValue('pin', null);
    form.setValue('at', null);
    form.setValue('ch', '');
    if (chosenDriver === 'mensaje') form.setValue('cada_s', STATUS_CADA_S);
    const usual = USUAL[chosenDriver];
    const counts = magnitudOf(form.getValues('magnitud')).clase === 'contador';
    if (usual && !one && counts !== (chosenDriver === 'pulsos')) form.setValue('magnitud', usual);
  };
  const number = (nombre: 'a' | 'b', help: string) => (
    <FormField label={fields[nombre]} error={errors[nombre]} help={help} required>
      <NumberInput {...register(nombre, asNumber)} signed />
    </FormField>
  );

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={600}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one ? { nombre: one.nombre, task: () => actions.eliminar(one.id), onDone: onDeleted } : null}
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, empresaId)}
        submit={submit}
        fields={fields}
        asText={{
          magnitud: (value) => magnitudOf(value).nombre,
          placa_id: (value) =>
            WITHOUT_BOARD.find(([each]) => each === value)?.[1] ??
            placas.find((one) => one.placa_id === value)?.nombre ??
            '',
          switches: (ids) => ids.map((id) => switches.find((one) => one.id === id)?.text ?? '').join(', '),
        }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField label={fields.sitio} error={errors.sitio}>
          <Input {...register('sitio')} autoComplete="off" />
        </FormField>
        <FormField label={fields.placa_id} error={errors.placa_id} required disabled={one !== null}>
          <Choice control={control} nombre="placa_id" numbers onChosen={chosen}>
            <option value="">{texts.choose}</option>
            {WITHOUT_BOARD.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            {placas.map(({ placa_id: value, id, nombre }) => (
              <option key={value} value={value}>
                {nombre || texts.placa(id)}
              </option>
            ))}
          </Choice>
        </FormField>
        <FormField label={fields.magnitud} error={errors.magnitud} required disabled={one !== null}>
          <Select {...register('magnitud')}>
            {MAGNITUD_KEYS.map((each) => (
              <option key={each} value={each}>
                {[magnitudOf(each).nombre, magnitudOf(each).unidad].filter(Boolean).join(', ')}
              </option>
            ))}
          </Select>
        </FormField>
        {!['api', 'lorawan', 'centinela'].includes(driver) && (
          <FormField label={fields.driver} error={errors.driver} required>
            <Select {...register('driver', { onChange: ({ target }) => reads(target.value) })}>
              {(isForeign ? FOREIGN : OWN).map((each) => (
                <option key={each} value={each}>
                  {isForeign && each === 'mensaje' ? texts.fieldOfMessages : texts.drivers[each]}
                </option>
              ))}
            </Select>
          </FormField>
        )}
        {isDriver(driver) && <WireFields form={form} driver={driver} />}
        {driver === 'sensor' && <SensorFields form={form} placaId={placaId} switches={switches} />}
        {driver === 'mensaje' && isOwn && <OwnField form={form} placaId={placaId} switches={switches} />}
        {driver === 'mensaje' && !isOwn && (
          <Box gridColumn={{ sm: '1 / -1' }}>
            <FormField label={fields.ruta} error={errors.ruta} help={helps.ruta} required>
              <Input {...register('ruta')} autoComplete="off" />
            </FormField>
          </Box>
        )}
        {driver === 'centinela' && <MeterFields form={form} empresaId={empresaId} isNew={!one} />}
        {driver === 'lorawan' && <NodeFields form={form} empresaId={empresaId} />}
        {driver !== 'api' && (
          <>
            {number('a', helps.a(driver, unidad))}
            {number('b', helps.b)}
            {saved && clase !== 'contador' && <Calibration form={form} punto={saved} />}
          </>
        )}
        <DurationField
          form={form}
          name="cada_s"
          unit="s"
          label={fields.cada_s}
          error={errors.cada_s}
          help={helps.cada(driver)}
          required
        />
        {magnitud === 'volumen' && (
          <FormField label={fields.concesion_m3} error={errors.concesion_m3} help={helps.concesion}>
            <NumberInput {...register('concesion_m3', asNumber)} />
          </FormField>
        )}
        {clase === 'contador' && driver !== 'pulsos' && (
          <FormField label={fields.vuelta} error={errors.vuelta} help={helps.vuelta}>
            <NumberInput {...register('vuelta', asNumber)} />
          </FormField>
        )}
        <SwitchField control={control} nombre="activo" label={fields.activo} offHelp={helps.inactive} />
        <Box gridColumn={{ sm: '1 / -1' }}>
          <MultiField
            control={control}
            nombre="switches"
            label={fields.switches}
            options={switches}
            noOptions={unread ? texts.unread : undefined}
            error={errors.switches}
          />
        </Box>
      </SimpleGrid>
    </RecordDialog>
  );
}
