"""Streamlit panels: the only files besides app.py that import streamlit."""
