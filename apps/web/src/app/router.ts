import { createBrowserRouter } from 'react-router-dom';
import { setRouter } from '../lib/router.js';
import { routes } from './routes.js';

export const router = setRouter(createBrowserRouter(routes));
