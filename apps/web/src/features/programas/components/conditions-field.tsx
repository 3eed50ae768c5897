import { CONDITION_TIPOS, isOfPronostico, isOfPunto, magnitudOf, type Punto } from '@acequia/contracts';
import { Button, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Options, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { CloseIcon, MoreIcon } from '../../../components/icons.js';
import { isDelay, mayDelay, newCondition, unitOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { conditions } = texts;
/** Most conditions that the contract allows. */
const MOST = 8;

export interface SensorOption {
  id: number;
  nombre: string;
}

interface Props {
  form: UseFormReturn<Values>;
  sensors: readonly SensorOption[];
  puntos: readonly Punto[];
}

const isSummed = (punto: Punto | undefined): boolean => !!punto && magnitudOf(punto.magnitud).clase === 'contador';

/** Conditions that skip, shorten or delay a turn, by the value of a sensor or a point just before the turn. */
export function ConditionsField({ form, sensors, puntos }: Props) {
  const { register, control, formState } = form;
  const rows = useFieldArray({ control, name: 'omitir' });
  const values = useWatch({ control, name: 'omitir' });
  const nothing = sensors.length === 0 && puntos.length === 0;
  // A direction has no more and less.
  const measured = puntos.filter(({ magnitud }) => magnitudOf(magnitud).clase !== 'direccion');
  return (
    <Flex direction="column" gap="4">
      <Text color="fg.muted">{nothing ? conditions.noSensors : conditions.help}</Text>
      {rows.fields.map(({ id }, n) => {
        const errors = formState.errors.omitir?.[n];
        const { tipo: chosen = 'humedad_mayor', punto_id = '' } = values[n] ?? {};
        const ofPunto = isOfPunto(chosen);
        const punto = puntos.find(({ id: one }) => String(one) === punto_id);
        const ofForecast = isOfPronostico(chosen);
        const unidad = ofPunto ? (punto ? magnitudOf(punto.magnitud).unidad : '') : unitOf(chosen);
        const delays = values[n] !== undefined && isDelay(values[n]);
        const summed = ofPunto ? isSummed(punto) || values[n]?.horas !== null : chosen === 'pronostico_lluvia';
        return (
          <Grid
            key={id}
            role="group"
            aria-label={conditions.nth(n + 1)}
            templateColumns={{
              base: '1fr 1fr',
              md: summed && ofPunto ? '12rem 1fr 7rem 7rem 9rem auto' : '12rem 1fr 7rem 9rem auto',
            }}
            gap="3"
            alignItems="start"
          >
            <FormField label={conditions.when}>
              <Select {...register(`omitir.${n}.tipo`)}>
                {CONDITION_TIPOS.map((tipo) => (
                  <option key={tipo} value={tipo}>
                    {conditions.tipos[tipo]}
                  </option>
                ))}
              </Select>
            </FormField>
            {ofPunto ? (
              <FormField label={conditions.point} error={errors?.punto_id} required>
                <Select {...register(`omitir.${n}.punto_id`)}>
                  <option value="">{texts.choose}</option>
                  <Options from={measured} chosen={Number(punto_id) || null} />
                </Select>
              </FormField>
            ) : ofForecast ? null : (
              <FormField label={conditions.sensor} error={errors?.switch_id} required>
                <Select {...register(`omitir.${n}.switch_id`)}>
                  <option value="">{texts.choose}</option>
                  <Options from={sensors} chosen={Number(values[n]?.switch_id) || null} />
                </Select>
              </FormField>
            )}
            {summed && (
              <FormField
                label={ofForecast ? conditions.nextHours : conditions.hours}
                error={errors?.horas}
                required={ofPunto && isSummed(punto)}
              >
                <NumberInput {...register(`omitir.${n}.horas`, asNumber)} />
              </FormField>
            )}
            <FormField label={conditions.value(unidad)} error={errors?.valor} required>
              <NumberInput signed {...register(`omitir.${n}.valor`, asNumber)} />
            </FormField>
            {chosen === 'pronostico_viento' ? (
              <Text color="fg.muted" fontSize="sm" mt={{ md: '8' }}>
                {conditions.delays}
              </Text>
            ) : delays ? (
              <Text color="fg.muted" fontSize="sm" mt={{ md: '8' }}>
                {conditions.lateHelp}
              </Text>
            ) : (
              <FormField label={conditions.reduce} error={errors?.reducir_a}>
                <NumberInput placeholder={conditions.skip} {...register(`omitir.${n}.reducir_a`, asNumber)} />
              </FormField>
            )}
            <IconButton
              mt={{ md: '1.625rem' }}
              gridColumn={{ base: '1 / -1', md: 'auto' }}
              justifySelf="start"
              variant="ghost"
              aria-label={texts.remove(conditions.nth(n + 1))}
              onClick={() => rows.remove(n)}
            >
              <CloseIcon />
            </IconButton>
            {values[n] !== undefined && mayDelay(values[n]) && (
              <Flex gridColumn="1 / -1" maxW="12rem">
                <FormField label={conditions.late}>
                  <Select {...register(`omitir.${n}.retrasar`)}>
                    <option value="no">{conditions.lateChoices.no}</option>
                    <option value="si">{conditions.lateChoices.si}</option>
                  </Select>
                </FormField>
              </Flex>
            )}
          </Grid>
        );
      })}
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={rows.fields.length >= MOST}
        onClick={() => rows.append(newCondition())}
      >
        <MoreIcon /> {conditions.another}
      </Button>
    </Flex>
  );
}
