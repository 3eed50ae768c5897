import { SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { puntosOfEmpresa } from '../../../entities/punto/puntos.js';
import type { Values } from '../lib/form-values.js';
import { summariesOf } from '../lib/summaries.js';
import { texts } from '../textos.js';
import { ConditionsField, type SensorOption } from './conditions-field.js';
import { Et0Field } from './et0-field.js';
import { NumberField } from './number-field.js';
import { RhythmField } from './rhythm-field.js';
import { SeasonField } from './season-field.js';
import { Section } from './section.js';

const { fields, sections } = texts;

interface Props {
  form: UseFormReturn<Values>;
  values: Values;
  empresaId: number;
  sensors: readonly SensorOption[];
  nameOf: (objeto: string) => string;
}

/** Optional settings of a program, in folded sections. */
export function FurtherSections({ form, values, empresaId, sensors, nameOf }: Props) {
  const { register, formState } = form;
  const { errors } = formState;
  const { data: puntos = [] } = useQuery(puntosOfEmpresa(empresaId));
  const summaries = summariesOf(values, puntos);
  const wrong = (...names: (keyof Values)[]): boolean => names.some((name) => errors[name]);
  return (
    <div>
      <Section
        title={sections.titles.season}
        summary={summaries.season}
        wrong={wrong('temporada_desde', 'temporada_hasta', 'porcentajes')}
      >
        <SeasonField form={form} />
      </Section>
      <Section
        title={sections.titles.rhythm}
        summary={summaries.rhythm}
        wrong={wrong('pausa_s', 'remojo_max_min', 'remojo_pausa_min')}
      >
        <RhythmField form={form} empresaId={empresaId} nameOf={nameOf} />
      </Section>
      <Section
        title={sections.titles.limits}
        summary={summaries.limits}
        wrong={wrong('ventana_desde', 'ventana_hasta', 'valvulas', 'caudal')}
      >
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={fields.ventanaDesde} error={errors.ventana_desde}>
            <DateInput type="time" {...register('ventana_desde')} />
          </FormField>
          <FormField label={fields.ventanaHasta} error={errors.ventana_hasta}>
            <DateInput type="time" {...register('ventana_hasta')} />
          </FormField>
          <NumberField form={form} name="valvulas" label={fields.valvulas} />
          <NumberField form={form} name="caudal" label={fields.caudal} />
        </SimpleGrid>
      </Section>
      <Section title={sections.titles.conditions} summary={summaries.conditions} wrong={wrong('omitir')}>
        <ConditionsField form={form} sensors={sensors} puntos={puntos} />
      </Section>
      <Section
        title={sections.titles.et0}
        summary={summaries.et0}
        wrong={wrong('et0_switch', 'et0_mm', 'et0_referencia', 'et0_minimo')}
      >
        <Et0Field form={form} sensors={sensors} />
      </Section>
      <Section
        title={sections.titles.offline}
        summary={summaries.offline}
        wrong={wrong('sin_conexion', 'tarde_max_min')}
      >
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={fields.sinConexion} help={texts.offlineHelp}>
            <Select {...register('sin_conexion')}>
              <option value="regar">{texts.offline.regar}</option>
              <option value="no_regar">{texts.offline.no_regar}</option>
            </Select>
          </FormField>
          <NumberField form={form} name="tarde_max_min" label={fields.tarde} />
        </SimpleGrid>
      </Section>
    </div>
  );
}
