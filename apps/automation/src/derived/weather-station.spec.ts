import { AppError } from '@acequia/contracts';
import { Automation } from '../automation.fixture.js';
import { WeatherStation } from './weather-station.js';

const DAY = { desde: 1_795_000_000_000, hasta: 1_795_086_400_000 };

describe('what a point of the weather station told', () => {
  let automation: Automation;
  let station: WeatherStation;
  let refusal: AppError['codigo'];
  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': {
        'puntos.serie': async () => {
          throw new AppError(refusal);
        },
      },
    });
    station = (await automation.instance()).get(WeatherStation);
  });
  afterAll(() => automation?.stop());

  it('is nothing while its news has not come, so that a day is still worked out without it', async () => {
    refusal = 'no_encontrado';
    expect(await station.means(5, DAY, 48)).toEqual([]);
  });

  it('is not known while nobody answers', async () => {
    refusal = 'servicio_no_disponible';
    await expect(station.means(5, DAY, 48)).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
  });
});
