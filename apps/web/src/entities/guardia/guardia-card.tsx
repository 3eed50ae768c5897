import { type Guardia, GuardiaSave } from '@acequia/contracts';
import { Box, Button, chakra, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { failureOf } from '../../components/form/failure.js';
import { DurationField } from '../../components/form/duration-field.js';
import { DateInput } from '../../components/form/date-input.js';
import { FormField, Select } from '../../components/form/fields.js';
import { resolverOf } from '../../components/form/resolver.js';
import { SettingsSection } from '../../components/settings-section.js';
import { SeverityOptions } from '../aviso/severity-options.js';
import { useUsuariosOf } from '../usuario/assign.js';
import { useGuardia, useGuardiaActions } from './guardia.js';
import { GuardiaWeeks } from './guardia-weeks.js';
import { texts as t } from './textos.js';

/** Who is on duty in a company, or for the platform (null), week by week, and who is told after them. */
export function GuardiaCard({ empresaId }: { empresaId: number | null }) {
  const guardia = useGuardia(empresaId);
  return (
    <SettingsSection texts={empresaId === null ? t.platform : t} reading={guardia}>
      {guardia.data && (
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
          <GuardiaForm key={JSON.stringify(guardia.data)} saved={guardia.data} />
          {guardia.data.semanas.length > 0 && <GuardiaWeeks guardia={guardia.data} />}
        </SimpleGrid>
      )}
    </SettingsSection>
  );
}

const { dia, hora, severidad_minima } = GuardiaSave.shape;
const Settings = z.object({
  dia,
  hora,
  severidad_minima,
  escalar_min: z.number({ error: t.minutes }).int(t.minutes).min(1, t.minutes).max(240, t.minutes),
});
type Settings = Pick<Guardia, 'dia' | 'hora' | 'severidad_minima' | 'escalar_min'>;

function GuardiaForm({ saved }: { saved: Guardia }) {
  const [personas, setPersonas] = useState(saved.personas.map(({ usuario_id }) => usuario_id));
  const isPlatform = saved.empresa_id === null;
  const words = isPlatform ? t.platform : t;
  const people = useUsuariosOf(saved.empresa_id);
  const { save } = useGuardiaActions();
  const known = new Map(saved.personas.map((one) => [one.usuario_id, one]));
  const nameOf = (id: number) =>
    known.get(id)?.nombre ?? people.data?.find((one) => one.id === id)?.nombre ?? t.personaSinNombre(id);
  const others =
    people.data?.filter(({ id, rol }) => !personas.includes(id) && (!isPlatform || rol === 'admin_global')) ?? [];
  const form = useForm<Settings>({ defaultValues: saved, resolver: resolverOf(Settings) });
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit((settings) => save.mutate({ empresa_id: saved.empresa_id, personas, ...settings }));
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        {personas.length === 0 ? (
          <Text color="fg.muted">{words.nobody}</Text>
        ) : (
          <chakra.ol listStyleType="none" display="grid" gap="2">
            {personas.map((id, place) => {
              const one = known.get(id);
              return (
                <Flex as="li" key={id} justify="space-between" align="center" gap="3">
                  <Box minW="0">
                    <Text fontWeight={place === 0 ? '600' : '400'}>
                      {place + 1}. {nameOf(id)}
                    </Text>
                    {one?.telefono === 0 && (isPlatform || one.telegram === 0) && (
                      <Text fontSize="sm" color="fg.warning">
                        {words.unreachable}
                      </Text>
                    )}
                  </Box>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={t.removeOne(nameOf(id))}
                    onClick={() => setPersonas(personas.filter((each) => each !== id))}
                  >
                    {t.remove}
                  </Button>
                </Flex>
              );
            })}
          </chakra.ol>
        )}
        <FormField label={t.add}>
          <Select value="" onChange={({ target }) => setPersonas([...personas, Number(target.value)])}>
            <option value="">{t.choose}</option>
            {others.map(({ id, nombre }) => (
              <option key={id} value={id}>
                {nombre}
              </option>
            ))}
          </Select>
        </FormField>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={t.dia}>
            <Select {...register('dia', { valueAsNumber: true })}>
              {t.days.map((day, at) => (
                <option key={day} value={at + 1}>
                  {day}
                </option>
              ))}
            </Select>
          </FormField>
          <FormField label={t.hora} error={errors.hora}>
            <DateInput type="time" {...register('hora')} />
          </FormField>
          <FormField label={t.severidad}>
            <Select {...register('severidad_minima')}>
              <SeverityOptions />
            </Select>
          </FormField>
          <DurationField
            form={form}
            name="escalar_min"
            label={t.escalar}
            error={errors.escalar_min}
            help={t.escalarHelp}
          />
        </SimpleGrid>
        {save.error && (
          <Text role="alert" color="fg.error">
            {Object.values(failureOf(t.failure, save.error)).filter(Boolean).join('. ')}
          </Text>
        )}
        <Button type="submit" alignSelf="flex-start" variant="surface" colorPalette="campo" disabled={save.isPending}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
