import {
  CLIMA_VALUES,
  hasThreshold,
  magnitudOf,
  ReglaClimaSave,
  type Punto,
  type ReglaClima,
} from '@acequia/contracts';
import { chakra, Flex, Input, SimpleGrid, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { Conflict } from '../../../components/form/conflict.js';
import { asNumber, Choice, FormField, Select, SwitchField } from '../../../components/form/fields.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import { yesNo } from '../../../lib/format/format.js';
import { useReglaActions } from '../api/clima.js';
import { faultsOf, fieldOf } from '../lib/form-faults.js';
import { puntoIn, reglaOf, valuesOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { StagesField } from './stages-field.js';

const { fields } = texts;
const COMPARED = {
  nombre: fields.nombre,
  activa: fields.activa,
  sensor: texts.columns.sensor,
  cuando: fields.cuando,
  etapas: fields.etapas,
  more: texts.more,
};
const FURTHER = [
  'min_encendido_min',
  'min_apagado_min',
  'horario_desde',
  'horario_hasta',
  'prioridad',
  'persona_min',
  'edad_max_min',
] as const;

export interface SwitchOption {
  id: number;
  nombre: string;
  tipo: string;
  sensor: boolean;
}

interface Props {
  /** Null: a new rule. */
  one: ReglaClima | null;
  /** The same rule as the list holds it now: newer when another person saved. */
  saved: ReglaClima | undefined;
  empresaId: number;
  switches: readonly SwitchOption[];
  puntos: readonly Punto[];
  onClose: () => void;
}

const Sources = ({ label, of }: { label: string; of: readonly { id: string; nombre: string }[] }) =>
  of.length > 0 && (
    <optgroup label={label}>
      {inSpanishOrder(of, ({ nombre }) => nombre).map(({ id, nombre }) => (
        <option key={id} value={id}>
          {nombre}
        </option>
      ))}
    </optgroup>
  );

/** Creates, edits or deletes a climate rule. */
export function ReglaDialog({ one, saved, empresaId, switches, puntos, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: valuesOf(one) });
  const edit = useEdit(form, (campo) => fieldOf(campo.split('.')));
  const actions = useReglaActions();
  const { register, control, formState } = form;
  const { errors } = formState;
  const [fuente, valor] = useWatch({ control, name: ['fuente', 'valor'] });
  const sensors = switches.filter(({ sensor }) => sensor).map(({ id, nombre }) => ({ id: `s${id}`, nombre }));
  const points = puntos
    .filter(({ magnitud }) => hasThreshold(magnitud))
    .map(({ id, nombre }) => ({ id: `p${id}`, nombre }));
  const sources = [...sensors, ...points];
  const punto = puntos.find(({ id }) => id === puntoIn(fuente));
  const unit = puntoIn(fuente) === null ? texts.units[valor] : punto ? magnitudOf(punto.magnitud).unidad : '';
  const tipoOf = (id: string): string | undefined => switches.find((each) => String(each.id) === id)?.tipo;
  const nameOf = (id: string): string => switches.find((each) => String(each.id) === id)?.nombre ?? `#${id}`;

  const submit = form.handleSubmit(async (sent) => {
    const faults = faultsOf(sent, empresaId, tipoOf);
    for (const { field, message } of faults) form.setError(field, { message });
    if (faults.length > 0) return;
    const data = ReglaClimaSave.parse(reglaOf(sent, empresaId));
    const task = () => actions.save({ id: one?.id ?? null, data });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const readable = (values: Values) => ({
    nombre: values.nombre,
    activa: yesNo(values.activa),
    cuando: texts.cuando[values.cuando],
    sensor: [
      sources.find(({ id }) => id === values.fuente)?.nombre ?? values.fuente,
      ...(puntoIn(values.fuente) === null ? [texts.valores[values.valor]] : []),
    ].join(', '),
    etapas: values.etapas
      .map(({ switch_id, enciende, apaga, si_calla }) =>
        [nameOf(switch_id), enciende ?? '?', apaga ?? '?', si_calla && texts.silence[si_calla]]
          .filter(Boolean)
          .join(' '),
      )
      .join(' · '),
    more: FURTHER.map((name) => values[name] ?? '').join(' · '),
  });
  const minutes = (name: 'min_encendido_min' | 'min_apagado_min' | 'persona_min' | 'edad_max_min', label: string) => (
    <DurationField form={form} name={name} label={label} error={errors[name]} required />
  );
  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={900}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one ? { nombre: one.nombre, task: () => actions.eliminar(one.id) } : null}
    >
      <Conflict edit={edit} saved={saved && valuesOf(saved)} submit={submit} fields={COMPARED} compare={readable} />
      <Flex direction="column" gap="5">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={fields.nombre} error={errors.nombre} required>
            <Input {...register('nombre')} autoComplete="off" />
          </FormField>
          <SwitchField control={control} nombre="activa" label={fields.activa} />
        </SimpleGrid>
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4" alignItems="start">
          <FormField
            label={fields.fuente}
            error={errors.fuente}
            required
            help={sources.length === 0 && (!one || switches.length > 0) && texts.noSources}
          >
            <Choice control={control} nombre="fuente">
              <option value="">{texts.choose}</option>
              {fuente !== '' && sources.every(({ id }) => id !== fuente) && (
                <option value={fuente}>{puntoIn(fuente) === null ? `#${fuente.slice(1)}` : texts.gonePoint}</option>
              )}
              <Sources label={fields.sensors} of={sensors} />
              <Sources label={fields.points} of={points} />
            </Choice>
          </FormField>
          {puntoIn(fuente) === null && (
            <FormField label={fields.valor}>
              <Select {...register('valor')}>
                {CLIMA_VALUES.map((each) => (
                  <option key={each} value={each}>
                    {texts.valores[each]}
                  </option>
                ))}
              </Select>
            </FormField>
          )}
          <FormField label={fields.cuando}>
            <Select {...register('cuando')}>
              <option value="arriba">{texts.cuando.arriba}</option>
              <option value="abajo">{texts.cuando.abajo}</option>
            </Select>
          </FormField>
        </SimpleGrid>
        <StagesField form={form} switches={switches} tipoOf={tipoOf} unit={unit} />
        <chakra.details {...(FURTHER.some((name) => errors[name]) && { open: true })}>
          <chakra.summary cursor="pointer" fontWeight="600">
            {texts.more}
          </chakra.summary>
          <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4" mt="3" alignItems="start">
            {minutes('min_encendido_min', fields.minEncendido)}
            {minutes('min_apagado_min', fields.minApagado)}
            <FormField label={fields.prioridad} error={errors.prioridad} required>
              <NumberInput {...register('prioridad', asNumber)} />
            </FormField>
            <FormField label={fields.desde} error={errors.horario_desde}>
              <DateInput type="time" {...register('horario_desde')} />
            </FormField>
            <FormField label={fields.hasta} error={errors.horario_hasta}>
              <DateInput type="time" {...register('horario_hasta')} />
            </FormField>
            {minutes('persona_min', fields.persona)}
            {minutes('edad_max_min', fields.edad)}
          </SimpleGrid>
          <Text color="fg.muted" mt="3">
            {texts.moreHelp}
          </Text>
        </chakra.details>
      </Flex>
    </RecordDialog>
  );
}
