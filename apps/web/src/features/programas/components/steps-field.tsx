import { Box, Button, chakra, Flex, Grid, IconButton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { asNumber, Choice, FormField, Options, Select } from '../../../components/form/fields.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { CloseIcon, MoreIcon, SortIcon } from '../../../components/icons.js';
import { puntosOfEmpresa } from '../../../entities/punto/puntos.js';
import { newStep, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;
/** Top margin that aligns a button with a control below its label. */
const BESIDE_FIELD = '1.625rem';

export interface Target {
  /** `s<switch>` or `d<dispositivo>`. */
  objeto: string;
  nombre: string;
}

interface Props {
  form: UseFormReturn<Values>;
  targets: readonly Target[];
  empresaId: number;
}

/** The steps of a program: what runs, in which order, for how long, and which steps run together. */
export function StepsField({ form, targets, empresaId }: Props) {
  const { register, control, formState } = form;
  const rows = useFieldArray({ control, name: 'pasos' });
  const steps = useWatch({ control, name: 'pasos' });
  const { data: puntos = [] } = useQuery(puntosOfEmpresa(empresaId));
  const soils = puntos.filter(({ magnitud }) => magnitud === 'humedad_suelo');
  return (
    <Flex direction="column" gap="3" as="fieldset">
      <chakra.legend fontWeight="600" mb="2">
        {texts.pasos}
      </chakra.legend>
      {rows.fields.map(({ id }, n) => {
        const errors = formState.errors.pasos?.[n];
        const objeto = steps[n]?.objeto ?? '';
        const ends = objeto.startsWith('s') ? steps[n]?.ends : 'tiempo';
        const unknown = objeto !== '' && !targets.some((each) => each.objeto === objeto);
        return (
          <Grid
            key={id}
            role="group"
            aria-label={texts.stepN(n + 1)}
            columnGap="3"
            rowGap="3"
            alignItems="start"
            templateColumns={{ base: '9.5rem 1fr', md: '14rem 9.5rem 9.5rem 1fr auto' }}
            borderBottomWidth={{ base: '1px', md: '0' }}
            pb={{ base: '3', md: '0' }}
          >
            <Flex gridColumn={{ base: '1 / -1', md: 'auto' }}>
              <FormField label={fields.paso} error={errors?.objeto} required>
                <Choice control={control} nombre={`pasos.${n}.objeto`}>
                  <option value="">{texts.choose}</option>
                  {/* Chosen, and not read: without an option the step would look empty. */}
                  {unknown && <option value={objeto}>{texts.unnamed(Number(objeto.slice(1)))}</option>}
                  {targets.map(({ objeto, nombre }) => (
                    <option key={objeto} value={objeto}>
                      {nombre}
                    </option>
                  ))}
                </Choice>
              </FormField>
            </Flex>
            {objeto.startsWith('d') ? (
              <Box display={{ base: 'none', md: 'block' }} />
            ) : (
              <FormField label={fields.ends}>
                <Select {...register(`pasos.${n}.ends`)}>
                  <option value="tiempo">{texts.ends.tiempo}</option>
                  <option value="volumen">{texts.ends.volumen}</option>
                  {(soils.length > 0 || ends === 'humedad') && <option value="humedad">{texts.ends.humedad}</option>}
                </Select>
              </FormField>
            )}
            <DurationField
              form={form}
              name={`pasos.${n}.minutos`}
              label={ends === 'tiempo' ? fields.duracion : fields.maximo}
              error={errors?.minutos}
              required
            />
            <Flex
              display={{ base: n === 0 ? 'none' : 'flex', md: 'flex' }}
              gridColumn={{ base: '1 / -1', md: 'auto' }}
              mt={{ md: BESIDE_FIELD }}
              minH="10"
              gap="2"
              align="center"
            >
              {n > 0 && (
                <Flex as="label" gap="2" align="center">
                  <chakra.input type="checkbox" accentColor="campo.solid" {...register(`pasos.${n}.junto`)} />{' '}
                  {fields.junto}
                </Flex>
              )}
            </Flex>
            {rows.fields.length > 1 && (
              <Flex mt={{ md: BESIDE_FIELD }} gap="1" gridColumn={{ base: '1 / -1', md: 'auto' }}>
                <IconButton
                  variant="ghost"
                  disabled={n === 0}
                  aria-label={texts.moveUp(texts.stepN(n + 1))}
                  onClick={() => rows.move(n, n - 1)}
                >
                  <SortIcon />
                </IconButton>
                <IconButton
                  variant="ghost"
                  aria-label={texts.remove(texts.stepN(n + 1))}
                  onClick={() => rows.remove(n)}
                >
                  <CloseIcon />
                </IconButton>
              </Flex>
            )}
            {ends === 'humedad' && (
              <Grid gridColumn="1 / -1" templateColumns="1fr 8rem" gap="3" alignItems="start" maxW="36rem">
                <FormField label={fields.suelo} error={errors?.suelo} help={texts.byMoistureHelp} required>
                  <Select {...register(`pasos.${n}.suelo`)}>
                    <option value="">{texts.choose}</option>
                    <Options from={soils} chosen={Number(steps[n]?.suelo) || null} />
                  </Select>
                </FormField>
                <FormField label={fields.humedad} error={errors?.humedad} required>
                  <NumberInput {...register(`pasos.${n}.humedad`, asNumber)} />
                </FormField>
              </Grid>
            )}
            {ends === 'volumen' && (
              <Flex gridColumn="1 / -1" maxW="24rem">
                <FormField label={fields.volumen} error={errors?.m3} help={texts.byVolumeHelp} required>
                  <NumberInput {...register(`pasos.${n}.m3`, asNumber)} />
                </FormField>
              </Flex>
            )}
          </Grid>
        );
      })}
      <Button variant="outline" alignSelf="flex-start" onClick={() => rows.append(newStep())}>
        <MoreIcon /> {texts.anotherStep}
      </Button>
    </Flex>
  );
}
