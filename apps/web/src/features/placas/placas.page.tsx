export { Component } from '../../components/pronto.page.js';
