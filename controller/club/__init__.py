"""Tables in one hall: what is told over MQTT, and a hub with one scoreboard."""
