import { isByFlow, magnitudOf, POR_CAUDAL, type Proteccion, type Punto } from '@acequia/contracts';
import { Box, Input, SimpleGrid, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { asNumber, FormField, Options, Select, SwitchField } from '../../../components/form/fields.js';
import { Conflict } from '../../../components/form/conflict.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { MultiField, type Option } from '../../../components/form/multi-field.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { useProteccionActions } from '../api/protecciones.js';
import { beginningOf, LETS_GO, saveOf, ValidProteccion, valuesOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { ProteccionState } from './proteccion-state.js';

const { fields, helps } = texts;

interface Props {
  /** Null: a new one. */
  one: Proteccion | null;
  /** The same one as the list holds it now: newer when another person saved. */
  saved: Proteccion | undefined;
  empresaId: number;
  /** The points that can be watched. */
  puntos: readonly Punto[];
  /** The company's switches, as options, and the board of each. */
  switches: readonly (Option & { placa_id: number })[];
  onClose: () => void;
}

/** Creates, edits, bypasses, lets go or deletes a protection. */
export function ProteccionDialog({ one, saved, empresaId, puntos, switches, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: valuesOf(one, empresaId), resolver: resolverOf(ValidProteccion) });
  const edit = useEdit(form, (campo) => (campo === 'libera' ? 'back' : campo));
  const actions = useProteccionActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const { punto_id, cuando, con_switch_id, until, apaga } = useWatch({ control }) as Values;
  const punto = puntos.find(({ id }) => id === punto_id);
  const flow = isByFlow(cuando) ? cuando : null;
  const unit = punto && !flow ? magnitudOf(punto.magnitud).unidad : '';
  const withUnit = (label: string): string => (unit === '' ? label : `${label} (${unit})`);
  const concerned = switches.filter(({ id }) => apaga.includes(id) || id === con_switch_id);
  const isElsewhere = !flow && punto !== undefined && concerned.some(({ placa_id }) => placa_id !== punto.placa_id);
  const nameOf = (id: number | null): string => switches.find((each) => each.id === id)?.text ?? '';

  const startAnew = (): void => {
    const chosen = puntos.find(({ id }) => id === form.getValues('punto_id'));
    const counts = chosen !== undefined && magnitudOf(chosen.magnitud).clase === 'contador';
    if (chosen && counts !== (flow !== null))
      form.reset({ ...form.getValues(), ...beginningOf(counts) }, { keepDefaultValues: true });
  };
  const submit = form.handleSubmit(async (values) => {
    const task = () => actions.save({ id: one?.id ?? null, data: saveOf(values) });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const number = (nombre: 'valor' | 'back', inUnits = false, label: string = fields[nombre]) => (
    <FormField label={inUnits ? withUnit(label) : label} error={errors[nombre]} required>
      <NumberInput {...register(nombre, asNumber)} signed={inUnits} />
    </FormField>
  );
  const time = (nombre: 'durante_s' | 'gracia_s' | 'minutos', help?: string, label: string = fields[nombre]) => (
    <DurationField
      form={form}
      name={nombre}
      unit={nombre === 'minutos' ? 'min' : 's'}
      label={label}
      error={errors[nombre]}
      help={help}
      required
    />
  );

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={600}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one ? { nombre: one.nombre, task: () => actions.eliminar(one.id) } : null}
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, empresaId)}
        submit={submit}
        fields={fields}
        asText={{
          punto_id: (id) => puntos.find((each) => each.id === id)?.nombre ?? '',
          cuando: (value) => texts.beyond[value],
          con_switch_id: nameOf,
          valvula_ids: (ids) => ids.map(nameOf).join(', '),
          apaga: (ids) => ids.map(nameOf).join(', '),
          sin_dato: (value) => texts.sinDato[value],
          until: (value) => texts.until[value],
        }}
      />
      {one && <ProteccionState one={saved ?? one} edit={edit} onDone={onClose} />}
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField
          label={fields.punto_id}
          error={errors.punto_id}
          help={puntos.length === 0 ? texts.noPuntos : undefined}
          required
        >
          <Select {...register('punto_id', { ...asNumber, onChange: startAnew })}>
            <option value="">{texts.choose}</option>
            <Options from={puntos} chosen={one?.punto_id} />
          </Select>
        </FormField>
        <FormField label={fields.cuando} error={errors.cuando} required>
          <Select {...register('cuando')}>
            {(flow ? POR_CAUDAL : (['abajo', 'arriba'] as const)).map((each) => (
              <option key={each} value={each}>
                {texts.beyond[each]}
              </option>
            ))}
          </Select>
        </FormField>
        {flow ? number('valor', false, texts.limits[flow]) : number('valor', true)}
        {time('durante_s', flow ? helps.flowFor : helps.durante)}
        <FormField label={fields.sin_dato} error={errors.sin_dato} help={helps.sinDato} required>
          <Select {...register('sin_dato')}>
            <option value="apagar">{texts.sinDato.apagar}</option>
            <option value="seguir">{texts.sinDato.seguir}</option>
          </Select>
        </FormField>
        <Box gridColumn={{ sm: '1 / -1' }}>
          <MultiField control={control} nombre="apaga" label={fields.apaga} options={switches} error={errors.apaga} />
          {isElsewhere && (
            <Text color="fg.muted" fontSize="sm" role="status">
              {helps.byService}
            </Text>
          )}
        </Box>
        {flow ? (
          <>
            <Box gridColumn={{ sm: '1 / -1' }}>
              <MultiField
                control={control}
                nombre="valvula_ids"
                label={fields.valvula_ids}
                options={switches}
                error={errors.valvula_ids as { message?: string } | undefined}
              />
              <Text color="fg.muted" fontSize="sm">
                {helps.valvula_ids}
              </Text>
            </Box>
            {time('gracia_s', helps.fillGrace, texts.fillGrace)}
          </>
        ) : (
          <>
            <FormField label={fields.con_switch_id} error={errors.con_switch_id}>
              <Select {...register('con_switch_id', asNumber)}>
                <option value="">{texts.always}</option>
                <Options from={switches.map(({ id, text }) => ({ id, nombre: text }))} chosen={one?.con_switch_id} />
              </Select>
            </FormField>
            {con_switch_id === null ? <Box /> : time('gracia_s', helps.gracia)}
          </>
        )}
        <FormField label={fields.until} error={errors.until} required>
          <Select {...register('until')}>
            {LETS_GO.filter((each) => !flow || each !== 'valor').map((each) => (
              <option key={each} value={each}>
                {texts.until[each]}
              </option>
            ))}
          </Select>
        </FormField>
        {until === 'valor' && number('back', true)}
        {until === 'minutos' && time('minutos')}
        <SwitchField control={control} nombre="activa" label={fields.activa} offHelp={helps.inactive} />
      </SimpleGrid>
    </RecordDialog>
  );
}
